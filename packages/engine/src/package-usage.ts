import type { EcosystemId } from './ecosystems/ecosystem.ts'
import type { UsageReason, UsageState } from './vocabulary.ts'

/** A line of a source file that loads a module. */
export interface UsagePlace {
  /** Path within the project, with '/'. */
  file: string
  /** From 1. */
  line: number
}

/** What is known about the use of a package by the project's sources. */
export interface Usage {
  state: UsageState
  /** Only if the state is unknown. */
  reason?: UsageReason | undefined
  /** The rest only if it is used. */
  place?: UsagePlace | undefined
  /** The module that the place loads. */
  module?: string | undefined
  /** The package that the place loads, if that requires this one. */
  through?: string | undefined
  /** A vulnerable function or type that a source file names, with its place. */
  symbol?: (UsagePlace & { name: string }) | undefined
  /** The tool that says so, instead of imports: 'govulncheck' of calls, 'cargo tree' of what is built. */
  checkedBy?: string | undefined
}

export interface PackageUsage extends Usage {
  ecosystem: EcosystemId
  /** Normalized by the ecosystem's rule. */
  packageName: string
  /** Functions and types of the package that source files name, with their module: 'golang.org/x/net/html.Parse'. */
  symbols?: ({ name: string } & UsagePlace)[]
  /** What a tool says of single advisories, by the ids of their records. */
  advisories?: { id: string; usage: Usage }[]
}

/** The use of an inventory's packages by the sources of the project, and what was searched for it. */
export interface SourceUsage {
  packages: PackageUsage[]
  /** By language: 'Python', 31. */
  searched: { language: string; files: number }[]
}
