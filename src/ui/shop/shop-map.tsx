import { useState } from 'react';
import { shop } from '#core/shop';
import { Icon } from '../../../design/icon.tsx';
import { Illustration } from '../../../design/illustration.tsx';
import { showMessage } from '../../../design/messages.tsx';
import { OpeningHours } from './opening.tsx';
import style from './shop-map.module.css';

/**
 * The shop's location (decision F12). A drawn picture is shown first: it needs no other host, and stays below the
 * interactive map. The map is loaded on request, because a page cannot distinguish a foreign frame that has loaded from
 * one that shows the browser's own error.
 */
export function ShopMap({ lazy = false }: { lazy?: boolean }) {
  const [interactive, setInteractive] = useState(false);

  return (
    <section aria-label="Lokasi kedai" className={`card top ${style.place}`}>
      <div className={`stack columns padded ${style.facts}`}>
        <address className={style.address}>
          <Icon name="pin" />
          <span>
            {shop.contact.address.map((line) => (
              <span key={line} className="block">
                {line}
              </span>
            ))}
            <a href={directions} target="_blank" rel="noopener noreferrer" className="tap bold">
              Buka di Google Maps
            </a>
          </span>
        </address>
        <div className={style.address}>
          <Icon name="clock" />
          <OpeningHours />
        </div>
      </div>
      <div className={style.map}>
        <Illustration
          name="map"
          alt={`Peta bergambar: ${shop.title} di tepi air`}
          width={1200}
          height={700}
          lazy={lazy}
          className={`fluid ${style.drawn}`}
        />
        {interactive && (
          <iframe
            src={embedAddress()}
            title={`Peta OpenStreetMap di sekitar ${shop.title}`}
            sandbox="allow-scripts allow-same-origin allow-popups"
            className={`wide ${style.frame}`}
          />
        )}
        <button
          type="button"
          className={`primary small ${style.toggle}`}
          onClick={() => {
            if (interactive || navigator.onLine) setInteractive(!interactive);
            else showMessage('Peta interaktif butuh sambungan internet', { ms: 2_000 });
          }}
        >
          <Icon name={interactive ? 'close' : 'map'} size={20} />
          <span>{interactive ? 'Tutup peta interaktif' : 'Lihat peta interaktif'}</span>
        </button>
      </div>
    </section>
  );
}

const { latitude, longitude, zoom } = shop.map;

const directions = `https://www.google.com/maps/search/?api=1&query=${latitude},${longitude}`;

/** The box that OpenStreetMap's embed shows: about 700 by 400 pixels of the configured zoom around the shop. */
function embedAddress() {
  const degreesPerPixel = 360 / (256 * 2 ** zoom);
  const [across, down] = [350 * degreesPerPixel, 200 * degreesPerPixel];
  const box = [longitude - across, latitude - down, longitude + across, latitude + down];
  const search = new URLSearchParams({
    bbox: box.map((degrees) => degrees.toFixed(6)).join(','),
    layer: 'mapnik',
    marker: `${latitude},${longitude}`,
  });
  return `https://www.openstreetmap.org/export/embed.html?${search}`;
}
