import { parsePurl } from '../../purl.ts'
import type { FoundPackage } from '../model/cataloger.ts'
import { moveDependents } from '../model/move-dependents.ts'
import { folderOf } from '../trees/tree.ts'

/**
 * Which of several pieces of evidence counts: a package of the operating system owns what it contains, and what is
 * installed beside a lockfile is what the lockfile only asked for. owned: files of the operating system's packages.
 */
export function chooseEvidence(
  packages: readonly FoundPackage[],
  owned: ReadonlySet<string>,
): FoundPackage[] {
  const listed = new Set(packages.flatMap((each) => (isNote(each) ? [] : nameAndVersion(each))))
  const installed = new Set(packages.flatMap((each) => installedBeside(each) ?? []))
  const ofIndex = new Set(packages.flatMap(indexKey))
  const isListed = listedAssemblies(packages)
  return keepOnly(packages, (each) => {
    const [place] = each.places
    if (!place) return true
    if (isListed(each)) return false
    if (condaKeys(each).some((key) => ofIndex.has(key))) return false
    // A program tells which package it is from; the database has more of it.
    if (isNote(each)) return !owned.has(place.path) && !listed.has(nameAndVersion(each)[0]!)
    if (filesOf(each).some((file) => owned.has(file))) return !isOfLanguage(each)
    if (each.sureness === 'installed') return true
    return !installed.has(`${folderOf(place.path)}\n${typeOf(each)}`)
  })
}

/** The file that a package was found in: a jar within a jar belongs to whom the outer one does. */
export const filesOf = ({ places }: FoundPackage): string[] =>
  places.slice(0, 1).map(({ path }) => path.split('!/', 1)[0]!)

/** Type, name and version: 'pkg:deb curl 1.0-1', which may be of a vendor's namespace. */
const nameAndVersion = (each: FoundPackage): string[] => {
  const purl = isOfLanguage(each) ? null : parsePurl(each.purl)
  return purl ? [`${purl.type} ${purl.name} ${purl.version}`] : []
}

const pythonFolder = /^(.*?\/?)lib\/python[^/]*\/site-packages\//s
const condaFolder = /^(.*?\/?)conda-meta\//s

/** Environment, name and version of a package of Python. */
const indexKey = ({ purl, places }: FoundPackage): string[] => {
  const root = pythonFolder.exec(places[0]?.path ?? '')?.[1]
  const found = root === undefined || !purl.startsWith('pkg:pypi/') ? null : parsePurl(purl)
  return found ? [`${root}\n${found.name}\n${found.version}`] : []
}

/** Those that a package of conda would have in Python's folder, whose advisories are about the same files. */
const condaKeys = ({ purl, places }: FoundPackage): string[] => {
  const root = purl.startsWith('pkg:conda/') ? condaFolder.exec(places[0]?.path ?? '')?.[1] : undefined
  const found = root === undefined ? null : parsePurl(purl)
  return found ? [`${root}\n${found.name.toLowerCase().replaceAll('_', '-')}\n${found.version}`] : []
}

/** Whether what a library of .NET says of itself is told better by a list beside it, or by the same package. */
function listedAssemblies(packages: readonly FoundPackage[]): (each: FoundPackage) => boolean {
  const known = packages.filter(
    ({ purl, sureness }) => purl.startsWith('pkg:nuget/') && sureness !== 'guessed',
  )
  const names = new Set(known.map(({ purl }) => purl.toLowerCase()))
  const lists = known.flatMap(({ places }) => places.filter(({ path }) => path.endsWith('.deps.json')))
  const folders = [...new Set(lists.map(({ path }) => folderOf(path)))]
  return ({ purl, sureness, places }) =>
    sureness === 'guessed' &&
    purl.startsWith('pkg:nuget/') &&
    (names.has(purl.toLowerCase()) ||
      folders.some((folder) => folder === '' || (places[0]?.path ?? '').startsWith(`${folder}/`)))
}

/** A package of an operating system that a program names, and no database. */
const isNote = (each: FoundPackage): boolean => each.isNote === true

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
export function keepOnly(
  packages: readonly FoundPackage[],
  isKept: (each: FoundPackage) => boolean,
): FoundPackage[] {
  const indexes = new Map<number, number>()
  for (const [index, each] of packages.entries()) if (isKept(each)) indexes.set(index, indexes.size)
  return [...indexes.keys()].map((index) => {
    const each = packages[index]!
    return { ...each, ...moveDependents(each, (by) => indexes.get(by)) }
  })
}
