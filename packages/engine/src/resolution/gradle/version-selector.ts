import { compareGradle } from './version-order.ts'

/** Which versions a request allows, where it is not a plain version: '[1,2)', '1.+', 'latest.release'; null for those. */
export function selectorOf(text: string): ((version: string) => boolean) | null {
  if (text === '+' || text === 'latest.integration') return () => true
  if (/^latest\.\w+$/.test(text)) return (version) => !/snapshot/i.test(version)
  if (text.endsWith('+')) {
    const start = text.slice(0, -1)
    return (version) => version.startsWith(start)
  }
  // An open end may be written with the other bracket: ']1,2['.
  const parts = /^([[(\]])([^,[\]()]*)(?:(,)([^,[\]()]*))?([\])[])$/.exec(text)
  if (!parts) return null
  const [, open, low = '', comma, high = '', close] = parts.map((part) => part?.trim())
  if (!comma) return (version) => version === low
  return (version) =>
    (low === '' || compareGradle(version, low) > (open === '[' ? -1 : 0)) &&
    (high === '' || compareGradle(version, high) < (close === ']' ? 1 : 0))
}
