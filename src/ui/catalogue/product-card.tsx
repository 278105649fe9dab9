import { Link } from '@tanstack/react-router';
import { useAtomValue } from 'jotai';
import { memo, useState } from 'react';
import type { Product } from '#core/contract';
import { rupiah } from '#core/rupiah';
import { imageUrl } from '#device/host';
import { Icon } from '../../../design/icon.tsx';
import { openCartAtom } from '../../state/cart/cart.ts';
import { choicesAtom } from '../../state/catalogue/catalogue.ts';
import { flyToCart, useAddToCart } from '../cart/add-to-cart.ts';
import { useSearchChange, withSearch } from '../frame/location.ts';
import { piecesOf, reasonNotToAdd } from './availability.ts';
import { Picture } from './picture.tsx';
import style from './product-card.module.css';
import starStyle from './stars.module.css';

/**
 * A product of the list: picture, name, stars, price, tag, and the two icons of specification §2. Its parts are memoised, because a menu that
 * is loaded again has new objects for the same products.
 */
export const ProductCard = memo(function ProductCard({ product, eager }: { product: Product; eager: boolean }) {
  const heading = `product-${product._id}`;
  const soldOut = product.available === false;
  const isUsualHad = useAtomValue(choicesAtom)?.canBeHad({ _id: product._id }) ?? true;

  return (
    <li
      aria-labelledby={heading}
      className={soldOut ? `${style.card} ${style.soldOut}` : style.card}
      itemScope
      itemType="https://schema.org/Product"
    >
      {/* For search engines: the picture itself may be inlined and have no address. */}
      <link itemProp="image" href={imageUrl('products', product.image_url)} />
      <div className={style.frame}>
        <Picture
          folder="products"
          file={product.image_url}
          alt=""
          size={400}
          sizes="(max-width: 21rem) 90vw, (max-width: 56rem) 43vw, 190px"
          widest={360}
          eager={eager}
          className={`wide ${style.picture}`}
        />
        {soldOut && <span className={`pill ${style.ribbon}`}>Habis</span>}
      </div>
      <DetailLink _id={product._id} name={product.name} />
      <div className={style.words}>
        <p className={style.tag}>
          {product.tags
            .slice(0, 2)
            .map(({ name }) => name)
            .join(' · ')}
        </p>
        <h3 id={heading} className={style.name} itemProp="name">
          {product.name}
        </h3>
        <Stars count={product.stars} />
        <Price price={product.price} soldOut={soldOut} isFrom={!isUsualHad} />
      </div>
      <AddToCart product={product} isUsualHad={isUsualHad} />
    </li>
  );
});

/** The link to the detail, which covers picture and name, with the eye icon in the corner. */
const DetailLink = memo(function DetailLink({ _id, name }: Pick<Product, '_id' | 'name'>) {
  // The table or service in the URL was chosen when the page was opened.
  const search = useSearchChange((now) => ({ ...now, meja: undefined, layanan: undefined, produk: _id }));

  return (
    <Link
      to="/products"
      search={search}
      state={(now) => ({ ...withSearch(now), opened: true })}
      resetScroll={false}
      className={style.detail}
      aria-label={`Lihat detail ${name}`}
    >
      <Icon name="eye" size={20} />
    </Link>
  );
});

/** The skeleton of a card that is being loaded; it has the same parts and so the same size. */
export function ProductSkeleton() {
  return (
    <li className={`${style.card} ${style.skeleton}`}>
      <div className={style.frame} />
      <div className={style.words}>
        <p className={style.tag} />
        <p className={style.name} />
        <p className={style.starsRoom} />
        <p className={style.price} />
      </div>
    </li>
  );
}

interface PriceProps {
  price: number;
  soldOut: boolean;
  /** The house's usual, which has this price, cannot be had. */
  isFrom: boolean;
}

/** The price, also as schema.org data in the same element, so that the two cannot disagree. */
const Price = memo(function Price({ price, soldOut, isFrom }: PriceProps) {
  return (
    <p className={style.price} itemProp="offers" itemScope itemType="https://schema.org/Offer">
      <span>{isFrom ? `mulai ${rupiah(price)}` : rupiah(price)}</span>
      <meta itemProp="price" content={`${price}`} />
      <meta itemProp="priceCurrency" content="IDR" />
      <link itemProp="availability" href={`https://schema.org/${soldOut ? 'OutOfStock' : 'InStock'}`} />
    </p>
  );
});

function AddToCart({ product, isUsualHad }: { product: Product; isUsualHad: boolean }) {
  const addToCart = useAddToCart();
  const cart = useAtomValue(openCartAtom);
  const [added, setAdded] = useState(0);
  const reason = reasonNotToAdd(cart, product);
  const quantity = piecesOf(cart, product._id);

  return (
    <div className={style.add}>
      <button
        type="button"
        className="icon primary"
        aria-label="Add to cart"
        aria-describedby={`product-${product._id}${reason && ` limit-${product._id}`}`}
        lang="en"
        // Not `disabled`, so that a press shows the reason and the focus stays.
        aria-disabled={reason !== '' || undefined}
        title={reason || undefined}
        onClick={async ({ currentTarget }) => {
          const card = currentTarget.closest('li');
          if (!isUsualHad) return card?.querySelector('a')?.click();
          if (!(await addToCart(product))) return;
          setAdded(added + 1);
          flyToCart(card);
        }}
      >
        <Icon name="add-to-cart" size={20} />
      </button>
      {reason && (
        <span id={`limit-${product._id}`} className="hidden">
          {reason}
        </span>
      )}
      {quantity > 0 && (
        <span key={added} className={`badge figure text-center ${style.quantity} ${added > 0 ? 'pop' : ''}`}>
          <span>{quantity}</span>
          <span className="hidden"> di keranjang</span>
        </span>
      )}
    </div>
  );
}

/** The outline of a star in a square of 24 units; the next star begins 26 units further right. */
const star = 'l2.6 5.5 6 .8-4.4 4.2 1.1 6-5.3-3-5.3 3 1.1-6-4.4-4.2 6-.8z';

/**
 * The stars of a product (specification §3), as one drawing, because the HTML of the menu page contains ten of them.
 */
export const Stars = memo(function Stars({ count }: { count: number }) {
  return (
    <span role="img" aria-label={`${count} bintang`} className={starStyle.stars}>
      {count > 0 && (
        <svg width={16.25 * count - 1.25} height="15" viewBox={`0 0 ${26 * count - 2} 24`} aria-hidden="true">
          <path d={`M12 3.5${Array(count).fill(star).join('m26 0')}`} />
        </svg>
      )}
    </span>
  );
});
