/** Parses 'engineers = Collaborator' lines; null if a line has only one name. */
export function parseNames(text: string): Record<string, string> | null {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const pairs = lines.map((line) => {
    // Split at the last equals sign: only the provider's name may contain one, 'cn=engineers,dc=example =
    // Collaborator'.
    const at = line.lastIndexOf('=')
    return [line.slice(0, Math.max(at, 0)).trim(), line.slice(at + 1).trim()] as const
  })
  return pairs.some((pair) => pair.includes('')) ? null : Object.fromEntries(pairs)
}

export const printNames = (names: Readonly<Record<string, string>>): string =>
  Object.entries(names)
    .map(([there, here]) => `${there} = ${here}`)
    .join('\n')
