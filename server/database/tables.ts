/**
 * The tables, the same on SQLite and PostgreSQL. Money is whole rupiah, `…_at` in text is ISO 8601 in UTC, in numbers
 * milliseconds since 1970; yes and no are 1 and 0, because SQLite knows no other.
 */
import type { Generated } from 'kysely';

/** What a change of an order can be one of. */
export const orderEventKinds = ['status', 'paid', 'unpaid', 'line', 'print', 'refunded', 'unrefunded'] as const;

export interface Tables {
  /** What was put in at start, and which version of it. */
  seeds: { name: string; version: string };
  /** One row; every process compares it with the menu it holds in memory. */
  menu_version: { id: number; version: number };
  categories: { name: string; position: number };
  tags: { name: string; position: number };
  products: {
    id: string;
    position: number;
    name: string;
    description: string;
    price: number;
    image_url: string;
    stars: number;
    category: string;
    available: number;
    /** 1 where it has option groups, or takes a note. */
    has_options: Generated<number>;
    /** The version of the menu in which its owner last changed it, also its removal. */
    changed_in: Generated<number>;
    /** Always null; earlier builds compare it. */
    from_export: number | null;
    /** A product once sold stays known, so that a late order learns that it is gone instead of that it never was. */
    removed_at: string | null;
  };
  product_tags: { product_id: string; tag: string; position: number };
  option_groups: {
    id: string;
    position: number;
    name: string;
    min: number;
    max: number;
    /** 1 once `min` or `max` was changed: an order made before that may break the rule of now. */
    revised: Generated<number>;
    /** As that of a product; a change of a choice is one, too. */
    changed_in: Generated<number>;
    from_export: number | null;
    removed_at: string | null;
  };
  option_choices: {
    id: string;
    group_id: string;
    position: number;
    name: string;
    price: number;
    is_default: number;
    available: number;
    removed_at: string | null;
  };
  /** `added`: 1 where the product was sold without this group before. */
  product_options: {
    product_id: string;
    group_id: string;
    position: number;
    added: Generated<number>;
    removed_at: string | null;
  };
  payment_methods: {
    id: string;
    kind: 'bank' | 'mini-market';
    name: string;
    image_url: string;
    position: number;
    removed_at: string | null;
  };
  /** All four levels; a province's parent is the empty text. */
  regions: { kode: string; nama: string; parent: string };
  customers: {
    id: string;
    email: string;
    /** The e-mail in lower case: what makes two accounts the same. */
    email_key: string;
    full_name: string;
    phone_number: string;
    password_hash: string;
    created_at: string;
    /** A digest of the `Idempotency-Key` it was made with, so that the same registration sent again is answered as the first. */
    registration_key: string | null;
  };
  sessions: {
    token_hash: string;
    customer_id: string;
    /** A digest of the password hash at login: a new password ends the sessions of the old one. */
    credential: string;
    created_at: number;
    last_used_at: number;
  };
  /** `digest` of a device and an account that it has logged in to. On PostgreSQL there is also `rate_limits`, which `rate-limiter.ts` fills. */
  known_devices: { digest: string; customer_id: string; last_used_at: number };
  addresses: {
    id: Generated<number>;
    customer_id: string;
    full_name: string;
    phone_number: string;
    full_street: string;
    provinsi: string;
    kabupaten: string;
    kecamatan: string;
    kelurahan: string;
    created_at: string;
    /** When the customer last edited it, in ms; null when never. */
    edited_at: number | null;
  };
  /** `items` is JSON: `[{ "_id", "qty" }]`. */
  /** `lines`: the same line by line, where something was chosen. */
  carts: { customer_id: string; items: string; lines: string | null; revision: number; updated_at: string };
  cart_clients: { customer_id: string; client_id: string; seq: number; updated_at: number };
  /** `delivery_address`, `order_items` and `payment_method` are JSON, frozen as they were agreed on. */
  orders: {
    id: Generated<number>;
    order_number: string;
    customer_id: string;
    status: string;
    created_at: string;
    delivery_courier: string;
    delivery_fee: number;
    delivery_address: string;
    total_qty: number;
    sub_total: number;
    total_shopping: number;
    order_items: string;
    payment_method: string;
    client_ref: string | null;
    /** Why it was cancelled. */
    reason: string | null;
    /** When its status last changed; null when never. */
    changed_at: string | null;
    /** When it was paid, whatever its status; null when it is not. */
    paid_at: string | null;
    /** JSON: how it was paid (`PaidWith`), where that is not `payment_method`. */
    paid_with: string | null;
    /** When its payment was paid back, after it was cancelled, and the JSON of how (`PaidWith`). */
    refunded_at: string | null;
    refunded_with: string | null;
    /** JSON: the ids of its products that are made. */
    struck: Generated<string>;
    /** How many tickets were printed. */
    prints: Generated<number>;
    /** Counts the changes of this row. */
    revision: Generated<number>;
    /** The running number of its day; null for an order of an earlier version. */
    queue_number: number | null;
  };
  /** The last `queue_number` of a shop's day (`shop-day.ts`). */
  queue_numbers: { day: string; last: number };
  /** Every change of an order, in the transaction that made it. */
  order_events: {
    id: Generated<number>;
    order_number: string;
    at: string;
    /** What changed; of any kind but `status` both statuses are equal. */
    kind: Generated<(typeof orderEventKinds)[number]>;
    /** The order's payment before this change. */
    paid_at: string | null;
    paid_with: string | null;
    refunded_at: string | null;
    refunded_with: string | null;
    /** Null for the customer and for the owner's command. */
    staff_id: number | null;
    /** The customer who has cancelled it. */
    customer_id: string | null;
    /** Null for a new order. */
    from_status: string | null;
    to_status: string;
    reason: string | null;
    /** The `Idempotency-Key` that it came with. */
    key: string | null;
  };
  /** Two who are there at the same time have different names. */
  staff: {
    id: Generated<number>;
    name: string;
    created_at: string;
    removed_at: string | null;
    is_owner: Generated<number>;
  };
  /** Closings of the till: each follows another one (`after`; 0 for the first). `paid` and `refunded` are JSON by way to pay. */
  closings: {
    id: Generated<number>;
    after: number;
    /** It covers `order_events` after one and up to the other. */
    since: number;
    through: number;
    starts_at: string;
    ends_at: string;
    staff_id: number;
    paid: string;
    refunded: string;
    expected: number;
    counted: number;
  };
  /** At most one row: the shop takes no orders, until then or until it is ended. */
  shop_pause: { id: number; until_at: string | null };
  /** What staff have changed besides orders, in the transaction that changed it; `detail` is JSON. */
  staff_events: { id: Generated<number>; at: string; staff_id: number; kind: string; detail: string };
  /** `digest` of a secret that signs in a device of that member, once. */
  staff_invitations: { digest: string; staff_id: number; expires_at: number };
  staff_sessions: { token_hash: string; staff_id: number; created_at: number; last_used_at: number };
  /** One row (`push-request.ts`). */
  push_keys: { id: number; public_key: string; private_key: string };
  /** `digest` of an endpoint; `token_hash` of the session that it ends with. */
  push_subscriptions: {
    digest: string;
    endpoint: string;
    p256dh: string;
    auth: string;
    customer_id: string;
    token_hash: string;
    created_at: number;
  };
  /** What is to be sent (`job-queue.ts`). */
  jobs: {
    id: Generated<number>;
    kind: string;
    /** The order's number. */
    subject: string;
    /** For a notification the subscription's `digest`. */
    target: string;
    /** What takes turns with others: a customer, or the webhook. */
    turn: string;
    /** Not before; until then another process may be sending it. */
    next_at: number;
    expires_at: number;
    attempts: Generated<number>;
  };
  /** Jobs of the version before (`earlier-jobs.ts`). */
  push_messages: {
    order_number: string;
    digest: string;
    status: string;
    attempts: number;
    next_at: number;
    expires_at: number;
  };
  order_announcements: { order_number: string; attempts: number; next_at: number };
  idempotency_keys: {
    customer_id: string;
    key: string;
    /** SHA-256 of the order's canonical text; empty when the key was voided before an order came. */
    fingerprint: string;
    status: number;
    /** The response's body, byte for byte. */
    response: string;
    voided: number;
    created_at: string;
  };
}
