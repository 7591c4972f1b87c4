import type { EcosystemId } from './ecosystems/ecosystem.ts'
import type { Infrastructure } from './infrastructure/infrastructure.ts'
import type { VexStatus } from './vocabulary.ts'
import type { RepositoryExclusion } from './policies/exclusion.ts'

/** Something in the input that could not be used as it stands. The rest of the input was still read. */
export interface Issue {
  /** Stable, in kebab case, for programs: 'purl-invalid', 'version-missing'. */
  code: string
  /** One sentence for people. */
  message: string
  /** Where it stands: a JSON pointer or a line, after the file's path ('sbom.json#/components/3'). */
  where: string
  /** A file or folder was found and not read, so that components may be missing: the scan is incomplete. */
  isUnread?: true | undefined
}

/** Why a scan is incomplete; none when every file that was found was read. */
export const unreadIssues = (issues: readonly Issue[]): Issue[] =>
  issues.filter(({ isUnread }) => isUnread === true)

/** Maven's and npm's scopes, as the report format spells them. */
export const componentScopes = [
  'root',
  'compile',
  'runtime',
  'test',
  'provided',
  'system',
  'imports',
  'api',
  'implementation',
] as const
export type ComponentScope = (typeof componentScopes)[number]

/** A license as its document declares it; what it means is decided in licenses/. */
export type DeclaredLicense =
  | { kind: 'id'; value: string; url?: string }
  | { kind: 'name'; value: string; url?: string }
  | { kind: 'expression'; value: string }

/** One version of one package in an inventory. */
export interface Component {
  /** null: no ecosystem is known for it, so no advisory can match; an issue says why. */
  ecosystem: EcosystemId | null
  /** In the ecosystem's own spelling: '@babel/core', 'org.slf4j:slf4j-api', 'github.com/a/b'. */
  name: string
  /** As the document spells it; '' when it names none. */
  version: string
  purl: string | null
  scope: ComponentScope
  /** null: the document does not tell who requires what. */
  isDirect: boolean | null
  /** Present when nothing needs it to work: the package manager goes on without it. */
  isOptional?: true
  /** Of a distribution's package, as Ecosystem.release spells it: '12' of Debian 12. Absent: none or not told. */
  release?: string
  /** Of a distribution's package: the source package that advisories name instead. Absent: itself, or not told. */
  source?: { name: string; version: string }
  /** Digests of what was installed, as the document gives them: 'SHA-256' or 'sha512', hex or base64. */
  hashes?: { algorithm: string; value: string }[]
  /** What the registry or the lockfile says against its use: npm's deprecation message. */
  deprecated?: string
  /** Indexes, in the inventory's components, of those that require this one. */
  requiredBy: number[]
  licenses: DeclaredLicense[]
  /** As the document gives it. */
  copyright?: string
  /** Paths of the files that list it, relative to the project's root. */
  locations: string[]
}

/** Where a statement stands that is not in the scanned document itself. */
export interface VexSource {
  documentUuid: string
  author: string
  /** Epoch ms. */
  at: number
  /** Given for the project alone: it goes before what is said for the whole account. */
  isOfProject: boolean
}

/** What the document's author says of a vulnerability: https://www.cisa.gov/sites/default/files/2023-04/minimum-requirements-for-vex-508c.pdf */
export interface VexStatement {
  /** 'CVE-…', 'GHSA-…': the vulnerability's id and its aliases. */
  ids: string[]
  status: VexStatus
  /** 'code_not_reachable', 'component_not_present'; null when none is given. */
  justification: string | null
  /** The author's words; '' when there are none. */
  detail: string
  /** Indexes, in the inventory's components, of those it speaks of; empty: all of them. */
  components: number[]
  /** Absent: the scanned document itself. */
  source?: VexSource
}

/** What one or more documents say a project is made of. */
export interface Inventory {
  /** The formats that were read: 'CycloneDX 1.4', 'package-lock 3'. */
  formats: string[]
  /** Paths of the documents that were read. */
  files: string[]
  /** What the inventory describes, when a document says it. */
  root: { name: string; version: string; purl: string | null } | null
  components: Component[]
  /** Absent when no document makes such statements. */
  vex?: VexStatement[]
  /** Of files '.meterian' beside the documents; absent when there are none. */
  exclusions?: RepositoryExclusion[]
  /** Results of scanners of infrastructure as code; absent when no document has any. */
  infrastructure?: Infrastructure
  issues: Issue[]
}

/** Turns the bytes of one file into an inventory. Never throws on bad input. */
export interface DocumentReader {
  /** 'cyclonedx-json', 'package-lock'. */
  id: string
  /** Whether a file is this reader's, in a walk; folder is the path from the project's root, '' or 'a/b'. */
  matchesPath(fileName: string, folder?: string): boolean
  /** Whether a parsed JSON document is this reader's; absent for formats that are not JSON. */
  recognizes?(json: unknown): boolean
  /** Whether a text that is not JSON is this reader's, by its first 2,000 characters; absent: its name alone tells. */
  matchesContent?(start: string): boolean
  /** Names of files beside it or below that it asks the tree for, and that are no inventory themselves: 'package.json'. */
  companions?: readonly string[]
  read(document: SourceDocument, tree?: SourceTree): ReadResult
}

/** The other documents of the same submission, for what one refers to: a parent pom.xml, '-r base.txt'. */
export interface SourceTree {
  /** By path from the project's root ('a/pom.xml'); null when it is not there or lies outside of the root. */
  find(path: string): SourceDocument | null
  /** Of all of them. */
  paths(): Iterable<string>
}

export interface SourceDocument {
  /** Relative to the project's root. */
  path: string
  bytes: Uint8Array
}

/** inventory is null when nothing of the document could be used; the issues then say why. */
export type ReadResult = { inventory: Inventory; issues?: never } | { inventory: null; issues: Issue[] }
