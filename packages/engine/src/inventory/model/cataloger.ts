import type { ComponentOrigin, Issue, ProjectRuntime, Requirement } from '../../inventory.ts'
import type { Sureness } from '../../vocabulary.ts'
import type { Program } from '../programs/program.ts'
import type { Budget } from '../trees/budget.ts'
import type { ByteSource } from '../trees/byte-source.ts'
import type { Codecs } from '../trees/codecs.ts'
import type { Tree } from '../trees/tree.ts'
import type { System } from '../systems/os-release.ts'

/** Where a package was found. */
export interface Place {
  /** From the root of the tree; of an archive within it: 'a.war!/WEB-INF/lib/b.jar'. */
  path: string
  line?: number
  /** Images only: the index of the layer that brought the package. */
  layer?: number
}

/** A package that a cataloger found. */
export interface FoundPackage {
  /** With version, and of distributions with release and source package: the qualifiers distro and upstream. */
  purl: string
  /** false if the package URL is made up, since the file tells neither it nor an ecosystem. */
  hasPurl?: false
  sureness: Sureness
  places: Place[]
  /** Of an operating system's database, but built by others, who repair nothing of what is in it. */
  isForeign?: true
  /** Of an operating system, but named by a program that is from it, and by no database. */
  isNote?: true
  /** As written. */
  licenses?: string[]
  isDevelopment?: boolean
  origin?: ComponentOrigin
  /** The commit that it is pinned to instead of a version. */
  commit?: string
  isDirect?: boolean | null
  /** Indexes, in the same list, of the packages that need it. */
  requiredBy?: number[]
  /** Who asks for it in which lockfile, by the same indexes. */
  requirements?: Requirement[]
}

export interface Found {
  packages: FoundPackage[]
  issues: Issue[]
  /** Of lockfiles that say what they are for. */
  runtimes?: ProjectRuntime[]
}

/** A file whose content was kept. */
export interface KeptFile {
  path: string
  bytes: Uint8Array
}

/** What else a cataloger may look at. */
export interface Surroundings {
  /** A kept file by its path, with links followed; null if there is none. */
  find(path: string): KeptFile | null
  /** Paths of all kept files. */
  paths(): Iterable<string>
  /** The operating system installed in a folder, '' being the root. */
  systemAt(folder: string): System
}

/** Reads one kind of evidence of packages. Pure; never throws, whatever the bytes. */
export interface Cataloger {
  id: string
  /** Whether it reads a file, by its path. */
  claims(path: string): boolean
  /** Whether it needs a file while it reads others. */
  needs?(path: string): boolean
  /** The file lists all packages of a system, so that any change rewrites it: a package's layer is found by comparing. */
  isDatabase?: true
  /** Its files are compressed. What is in them is handed to it. */
  isCompressed?: true
  read(file: KeptFile, surroundings: Surroundings): Found
}

/** Reads the names of folders, each of which is a package. */
export interface FolderCataloger {
  id: string
  /** null if the folder is none. */
  read(path: string): FoundPackage | null
}

/** Opens an archive that is a file of a tree. Never fails: what is broken is an issue. */
export type OpenArchive = (bytes: Uint8Array, where: string) => Promise<{ tree: Tree; issues: Issue[] }>

/** Reads one kind of archive that is a package, or contains some. Never throws, whatever the bytes. */
export interface ArchiveCataloger extends Pick<Cataloger, 'id' | 'claims'> {
  read(file: KeptFile, open: OpenArchive): Promise<Found>
}

/** What reading a file by its content needs. */
export interface ContentContext {
  path: string
  codecs: Codecs
  budget: Budget
}

/** Reads files that their first bytes tell, whatever their names. Reads ranges, the same each time. Never throws. */
export interface ContentCataloger {
  id: string
  /** A file that is scanned alone is a document. */
  isDocument?: true
  recognizes(head: Uint8Array): boolean
  read(source: ByteSource, context: ContentContext): Promise<Found>
}

/** Reads what a compiler or linker wrote into a program about its packages. Never throws, whatever the bytes. */
export interface ProgramCataloger {
  id: string
  read(program: Program, context: ContentContext): Promise<Found>
}
