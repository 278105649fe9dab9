/** Sentences about variables among `names` that differ from a `known` one by a slip: the shop would open, but not as its owner meant it. */
export function misspeltSettings(names: readonly string[], known: readonly string[]): string[] {
  return names
    .filter((name) => !known.includes(name))
    .flatMap((name) => {
      // Kubernetes puts KEDAI_PORT and KEDAI_SERVICE_… into the environment of every neighbour of a service 'kedai'.
      const ownPrefix = /^KEDAI_(?!PORT|SERVICE_)/.test(name);
      const bare = name.replace(/^KEDAI_/, '');
      const meant = known.find(
        (one) => one === bare || (bare.length >= 7 && one.length >= 7 && differsBySlip(bare, one)),
      );
      if (meant && (ownPrefix || bare === name)) return `Tidak ada pengaturan ${name}; maksudnya ${meant}?`;
      return ownPrefix ? `Tidak ada pengaturan ${name}.` : [];
    });
}

/** One letter too many, too few or wrong, or two neighbours exchanged. */
function differsBySlip(one: string, other: string) {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (long.length - short.length > 1) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at++;
  const rest = (text: string, from: number) => text.slice(from);
  if (long.length > short.length) return rest(long, at + 1) === rest(short, at);
  if (rest(long, at + 1) === rest(short, at + 1)) return true;
  return long[at] === short[at + 1] && long[at + 1] === short[at] && rest(long, at + 2) === rest(short, at + 2);
}
