import type { FoundPackage } from '../model/cataloger.ts'
import { folderOf } from '../trees/tree.ts'

/**
 * Which of several pieces of evidence counts: a package of the operating system owns what it contains, and what is
 * installed beside a lockfile is what the lockfile only asked for. owned: files of the operating system's packages.
 */
export function chooseEvidence(
  packages: readonly FoundPackage[],
  owned: ReadonlySet<string>,
): FoundPackage[] {
  const installed = new Set(packages.flatMap((each) => installedBeside(each) ?? []))
  return keepOnly(packages, (each) => {
    const [place] = each.places
    if (!place) return true
    // A jar within a jar belongs to whom the outer one does.
    if (owned.has(place.path.split('!/', 1)[0]!)) return !isOfLanguage(each)
    if (each.sureness === 'installed') return true
    return !installed.has(`${folderOf(place.path)}\n${typeOf(each)}`)
  })
}

/** Databases of packages are files of packages, too. */
const isOfLanguage = (each: FoundPackage): boolean => !/^pkg:(?:deb|apk|rpm|alpm|opkg)$/.test(typeOf(each))

const typeOf = ({ purl }: FoundPackage): string => purl.split('/', 1)[0]!

/** Where package managers install next to a lockfile. */
const besideLockfile = /^(?:(.*?)\/)?(?:node_modules|vendor\/composer)\//s

/** The folder that a lockfile of an installed package would be in, with the type; null if that is not known. */
function installedBeside(found: FoundPackage): string | null {
  const match = found.sureness === 'installed' ? besideLockfile.exec(found.places[0]?.path ?? '') : null
  return match && `${match[1] ?? ''}\n${typeOf(found)}`
}

/** Indexes of dependents lead to the same packages as before. */
function keepOnly(
  packages: readonly FoundPackage[],
  isKept: (each: FoundPackage) => boolean,
): FoundPackage[] {
  const indexes = new Map<number, number>()
  for (const [index, each] of packages.entries()) if (isKept(each)) indexes.set(index, indexes.size)
  return [...indexes.keys()].map((index) => {
    const { requiredBy, ...rest } = packages[index]!
    return { ...rest, ...(requiredBy && { requiredBy: requiredBy.flatMap((by) => indexes.get(by) ?? []) }) }
  })
}
