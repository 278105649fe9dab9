/** `Rp25.000`: no space, no decimals, dots for thousands (decision F9). */
export const rupiah = (amount: number) => `Rp${`${Math.trunc(amount)}`.replace(/(?<=\d)(?=(\d{3})+$)/g, '.')}`;
