import { isRecord, listOf, recordOf, textOf } from '../../documents/parsers/json-value.ts'
import { normalName } from '../../documents/lockfiles/python/python-package.ts'
import { isInPythonRange } from '../../ecosystems/pypi/ranges.ts'
import { pypi } from '../../ecosystems/pypi/index.ts'
import type { RegistryFacts } from '../model/registry-facts.ts'
import { type PythonRequirement, pythonRequirement } from './python-requirement.ts'

export interface PythonRelease {
  version: string
  isYanked: boolean
  isPrerelease: boolean
  /** Address of the description of one of its archives; '' if an archive must be built to tell what it requires. */
  metadata: string
}

/** https://packaging.python.org/en/latest/specifications/simple-repository-api/ */
export const simpleIndex = 'application/vnd.pypi.simple.v1+json'

/** The packages of an index, each read once, for one version of Python. */
export class PythonIndex {
  readonly #facts: RegistryFacts
  readonly #python: string
  readonly #releases = new Map<string, Promise<PythonRelease[] | null>>()
  readonly #requirements = new Map<string, Promise<PythonRequirement[]>>()
  readonly counts = { read: 0, unreachable: 0 }
  /** Versions of which it is not known what they require: 'name version'. */
  readonly undescribed = new Set<string>()

  constructor(facts: RegistryFacts, python: string) {
    this.#facts = facts
    this.#python = python
  }

  /** Those that can be installed, from the newest; null if the index does not have the package. */
  releases(name: string): Promise<PythonRelease[] | null> {
    const known = this.#releases.get(name) ?? this.#readReleases(name)
    this.#releases.set(name, known)
    return known
  }

  async #readReleases(name: string): Promise<PythonRelease[] | null> {
    const bytes = /^[a-z\d-]+$/.test(name) ? await this.#ask(name, `/simple/${name}/`, simpleIndex) : null
    const json = bytes && parseIndex(bytes)
    if (json === null) return null
    const byVersion = Map.groupBy(listOf(json['files']).map(recordOf), (file) =>
      versionOf(name, textOf(file['filename'])),
    )
    byVersion.delete('')
    return [...byVersion]
      .flatMap(([version, files]): PythonRelease[] => {
        const usable = files.filter((file) => this.#isUsable(file))
        if (usable.length === 0 || pypi.compareVersions(version, version) === null) return []
        const isYanked = usable.every(({ yanked }) => yanked !== undefined && yanked !== false)
        const isPrerelease = /\d(?:a|b|rc)\d|dev/i.test(version)
        return [{ version, isYanked, isPrerelease, metadata: metadataOf(usable) }]
      })
      .toSorted((a, b) => pypi.compareVersions(b.version, a.version) ?? 0)
  }

  #isUsable(file: Record<string, unknown>): boolean {
    const python = textOf(file['requires-python'])
    if (python !== '' && isInPythonRange(python, `${this.#python}.0`) === false) return false
    return runsHere(textOf(file['filename']), this.#python)
  }

  /** What a version requires; empty if that is not known. */
  requirements(name: string, version: string): Promise<PythonRequirement[]> {
    const key = `${name} ${version}`
    const known = this.#requirements.get(key) ?? this.#readRequirements(name, version)
    this.#requirements.set(key, known)
    return known
  }

  async #readRequirements(name: string, version: string): Promise<PythonRequirement[]> {
    const found = (await this.releases(name))?.find((each) => each.version === version)
    const bytes = found?.metadata ? await this.#ask(name, found.metadata) : null
    if (bytes === null) {
      this.undescribed.add(`${name} ${version}`)
      return []
    }
    return requirementsIn(bytes)
  }

  async #ask(name: string, path: string, type?: string): Promise<Uint8Array | null> {
    const document = { path, name, isFixed: type === undefined, ...(type !== undefined && { accept: type }) }
    const bytes = await this.#facts.read(pypi.id, document)
    if (bytes === 'unreachable') this.counts.unreachable++
    if (!(bytes instanceof Uint8Array)) return null
    this.counts.read++
    return bytes
  }
}

/** What the description of an archive says it requires. */
export function requirementsIn(bytes: Uint8Array): PythonRequirement[] {
  const [head = ''] = new TextDecoder().decode(bytes).split(/\r?\n\r?\n/, 1)
  return [...head.matchAll(/^Requires-Dist:[ \t]*(.+)$/gim)].flatMap(
    ([, text]) => pythonRequirement(text!.trim()) ?? [],
  )
}

/** The address of a description; '' if there is none: https://peps.python.org/pep-0658/ */
export function metadataOf(files: readonly Record<string, unknown>[]): string {
  const wheels = files.filter((file) => textOf(file['filename']).endsWith('.whl'))
  const described = wheels.find((file) => file['core-metadata'] ?? file['data-dist-info-metadata'])
  const url = textOf((described ?? wheels[0])?.['url']).split('#', 1)[0]!
  return /^https?:\/\//.test(url) ? `${url}.metadata` : ''
}

export function parseIndex(bytes: Uint8Array): Record<string, unknown> | null {
  try {
    const json: unknown = JSON.parse(new TextDecoder().decode(bytes))
    return isRecord(json) ? json : null
  } catch {
    return null
  }
}

/** '' if the file is no archive of the package. */
export function versionOf(name: string, file: string): string {
  const wheel = /^([^-]+)-([^-]+)(?:-\d[^-]*)?-[^-]+-[^-]+-[^-]+\.whl$/.exec(file)
  if (wheel) return normalName(wheel[1]!) === name ? wheel[2]!.replaceAll('_', '-') : ''
  const base = /^(.+)\.(?:tar\.(?:gz|bz2|xz)|tgz|zip)$/.exec(file)?.[1] ?? ''
  // Old archives have the package's own spelling, in which hyphens may be part of the name.
  for (let at = base.indexOf('-'); at !== -1; at = base.indexOf('-', at + 1))
    if (normalName(base.slice(0, at)) === name) return base.slice(at + 1)
  return ''
}

/** Whether an archive can be installed with CPython on Linux: sources, or a wheel for it. */
function runsHere(file: string, python: string): boolean {
  const [, pythons = '', abis = '', platforms = ''] = /-([^-]+)-([^-]+)-([^-]+)\.whl$/.exec(file) ?? []
  if (pythons === '') return true
  const own = `cp${python.replace('.', '')}`
  const minor = Number(python.split('.')[1])
  const isPlatform = platforms.split('.').some((each) => each === 'any' || /linux.*x86_64$/.test(each))
  const isPython = pythons.split('.').some((each) => {
    if (each === own || each === 'py3') return true
    const [, major, older = '0'] = /^(?:py|cp)(\d)(\d*)$/.exec(each) ?? []
    const isOlder = major === '3' && Number(older) <= minor
    return isOlder && (each.startsWith('py') || abis.split('.').includes('abi3'))
  })
  return isPlatform && isPython
}
