import type { PomDependency } from '../../documents/lockfiles/java/pom-model.ts'
import { maven } from '../../ecosystems/maven/index.ts'
import type { PomStore } from './pom-store.ts'
import type { Ecosystem } from '../../ecosystems/ecosystem.ts'
import { parseVersionRange } from '../../ecosystems/version-range.ts'

type Request = Pick<PomDependency, 'groupId' | 'artifactId' | 'version'>

/** Which version a request decides on, by what other requests were found to insist on. */
export class VersionChoice {
  readonly #store: PomStore
  readonly #prefers: 'nearest' | 'highest'
  /** Ranges that requests insist on, by package and text. */
  readonly #ranges = new Map<string, Map<string, HardRange>>()
  /** Where the highest wins: the highest version that was asked for. */
  readonly #highest = new Map<string, string>()
  #isOverruled = false

  constructor(store: PomStore, prefers: 'nearest' | 'highest') {
    this.#store = store
    this.#prefers = prefers
  }

  /** Whether a request was found since the last call that overrules an earlier decision. */
  isOverruled(): boolean {
    const isOverruled = this.#isOverruled
    this.#isOverruled = false
    return isOverruled
  }

  /** Whether a request insists on a range, and so can overrule others. */
  hasRange(key: string): boolean {
    return this.#ranges.has(key)
  }

  /** null if the request has no version that exists, or one that another request does not allow. */
  async choose(key: string, request: Request): Promise<string | null> {
    const { version } = request
    const range = hardRange(version, maven)
    if (range) this.#insist(key, version, range)
    const isAllowed: HardRange = (each) =>
      [...(this.#ranges.get(key)?.values() ?? [])].every((other) => other(each))
    const chosen = range ? await this.#highestIn(request, isAllowed) : await this.#plain(request)
    if (chosen === null) return null
    const highest = this.#highest.get(key)
    const raised = highest !== undefined && isHigher(highest, chosen) ? highest : chosen
    if (isAllowed(raised)) return raised
    return isAllowed(chosen) ? chosen : null
  }

  #insist(key: string, text: string, range: HardRange): boolean {
    const known = this.#ranges.get(key) ?? new Map<string, HardRange>()
    this.#ranges.set(key, known)
    if (known.has(text)) return false
    known.set(text, range)
    return true
  }

  async #plain({ groupId, artifactId, version }: Request): Promise<string | null> {
    if (version === '' || version.includes('${')) return null
    if (version !== 'LATEST' && version !== 'RELEASE') return version
    const published = await this.#store.versions({ groupId, artifactId })
    return published?.[version === 'LATEST' ? 'latest' : 'release'] || published?.release || null
  }

  async #highestIn({ groupId, artifactId, version }: Request, isAllowed: HardRange): Promise<string | null> {
    const pinned = pinnedVersion(version)
    if (pinned !== null) return isAllowed(pinned) ? pinned : null
    const { all } = (await this.#store.versions({ groupId, artifactId })) ?? { all: [] }
    return all.filter(isAllowed).toSorted(compare).at(-1) ?? null
  }

  /** Compares a later request with the decision: if that does not hold, all is collected again. */
  async compare(key: string, request: Request, decided: string): Promise<void> {
    const range = hardRange(request.version, maven)
    if (range && this.#insist(key, request.version, range)) this.#isOverruled ||= !range(decided)
    if (this.#prefers === 'nearest') return
    const wanted = await this.choose(key, request)
    if (wanted === null || !isHigher(wanted, decided)) return
    this.#isOverruled = true
    const highest = this.#highest.get(key)
    if (highest === undefined || isHigher(wanted, highest)) this.#highest.set(key, wanted)
  }
}

const compare = (a: string, b: string): number => maven.compareVersions(a, b) ?? 0
const isHigher = (a: string, b: string): boolean => compare(a, b) > 0

/** Whether a version is in a range that a dependency insists on: '[1.0]', '[1,2),[3,)'. */
type HardRange = (version: string) => boolean

/** null for a plain version, which is only a wish. https://maven.apache.org/pom.html#dependency-version-requirement-specification */
function hardRange(text: string, ecosystem: Ecosystem): HardRange | null {
  if (!/^[[(]/.test(text)) return null
  // Several intervals are alternatives.
  const range = parseVersionRange(text.replaceAll(/([\])])\s*,\s*([[(])/g, '$1|$2'))
  return range === null ? () => false : (version) => range(ecosystem, version)
}

/** '[1.0]' needs no list of versions. */
const pinnedVersion = (text: string): string | null => /^\[\s*([^,[\]()\s]+)\s*\]$/.exec(text)?.[1] ?? null
