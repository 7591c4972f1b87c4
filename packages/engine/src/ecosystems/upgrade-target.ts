/** Who asks for a package version that is to be replaced, and how. */
export interface Ask {
  /** null for the project itself. */
  by: { name: string; version: string; isDirect: boolean | null } | null
  /** As in the document: '^1.2.0'. Absent if it does not say. */
  range?: string
  /** Whether the wanted version is in the range; null if the range is absent or cannot be read. */
  isInRange: boolean | null
  /** The name that the dependent uses if it is not the package's. */
  alias?: string
  /** The project's member that asks: its folder from the file's one, or its name. Absent for the root. */
  member?: string
  /** 'dev', 'optional', 'peer', 'build', or the name of a group or extra. Absent for ordinary dependencies. */
  group?: string
  /** The dependent's archive contains it, so that no package manager replaces it. */
  isBundled?: true
  /** The manifest of a folder that no package manager's command reaches. */
  manifest?: string
  /** The format of the file where its name does not tell the package manager's generation: 'yarn.lock 1'. */
  format?: string
  /** The project forces a version on all dependents. */
  isOverride?: true
}

/** A package of one lockfile or manifest that is to be upgraded or removed. */
export interface UpgradeTarget {
  /** As spelled in the inventory. */
  name: string
  /** null: it is to be removed. */
  version: string | null
  /** The versions that are to be replaced. */
  from: readonly string[]
  /** Who asks for further versions of it in the file, which stay. */
  otherAsks: readonly Ask[]
  /** null if the inventory does not contain it. */
  isDirect: boolean | null
  /** Name of the file that lists it, which determines the package manager: 'yarn.lock'. null if unknown. */
  lockfile: string | null
  /** Empty if the inventory does not say. */
  asks: readonly Ask[]
}

/** How to upgrade or remove a package in the folder of one lockfile. */
export interface Instruction {
  /** Shell commands, in order; empty if there are none. */
  commands: string[]
  /** A file to edit by hand, because no command does it, and what to write where that is known. */
  edit?: { file: string; entry?: string | undefined } | undefined
  /** Dependents that do not allow the version: 'mkdirp 0.5.1'. */
  blockedBy?: string[] | undefined
  /** The runtime of the project for which no release fixes it: 'Python >=3.9'. */
  unsupportedBy?: string | undefined
  /** Dependents that are upgraded for it, since their releases allow the version: 'optimist 0.6.2'. */
  parents?: string[] | undefined
  /** Dependents whose archives contain it, so that only another release of them replaces it. */
  bundledIn?: string[] | undefined
}
