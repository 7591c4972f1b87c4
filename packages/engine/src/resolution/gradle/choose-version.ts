import type { GradleRequest } from './version-facts.ts'
import { compareGradle } from './version-order.ts'

interface VersionWish extends Pick<GradleRequest, 'version' | 'isStrict' | 'rejects'> {
  /** null: the project itself. */
  from: object | null
}

/** The highest version that is asked for, unless a strict request does not allow it; null if there is none. */
export async function chooseVersion(
  requests: readonly VersionWish[],
  versions: () => Promise<readonly string[]>,
): Promise<string | null> {
  // What the project itself insists on wins over what a module does.
  const strict = requests
    .filter(({ isStrict }) => isStrict)
    .toSorted((a, b) => Number(a.from !== null) - Number(b.from !== null))
  const [first] = strict
  const deciding = first ? [first] : requests
  const isAllowed = allowedBy(requests)
  const plain = deciding
    .map(({ version }) => version)
    .filter((version) => version !== '' && !version.includes('$') && selectorOf(version) === null)
  let highest = highestOf(plain)
  for (const { version } of deciding) {
    const selects = selectorOf(version)
    // A version that others ask for is taken if it is in the range.
    if (selects === null || (highest !== null && selects(highest))) continue
    const wished =
      first &&
      highestOf(requests.map((each) => each.version).filter((each) => each !== version && selects(each)))
    const found = wished ?? highestOf((await versions()).filter((each) => selects(each) && isAllowed(each)))
    highest = highestOf([...(highest === null ? [] : [highest]), ...(found === null ? [] : [found])])
  }
  return highest
}

const allowedBy = (requests: readonly VersionWish[]): ((version: string) => boolean) => {
  const rejected = requests.flatMap(({ rejects }) => rejects)
  return (version) => !rejected.some((each) => each === version || selectorOf(each)?.(version) === true)
}

const highestOf = (versions: readonly string[]): string | null =>
  versions.length === 0 ? null : versions.reduce((a, b) => (compareGradle(b, a) > 0 ? b : a))

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
