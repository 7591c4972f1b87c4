/** JSON in the one form that signatures are made of. Throws RangeError beyond the stack. https://www.rfc-editor.org/rfc/rfc8785 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`)
  return `{${members.join(',')}}`
}
