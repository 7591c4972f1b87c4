import type { EcosystemId } from './ecosystems/ecosystem.ts'

/** Something in the input that could not be used as it stands. The rest of the input was still read. */
export interface Issue {
  /** Stable, in kebab case, for programs: 'purl-invalid', 'version-missing'. */
  code: string
  /** One sentence for people. */
  message: string
  /** Where it stands: a JSON pointer or a line, after the file's path ('sbom.json#/components/3'). */
  where: string
}

/** Maven's and npm's scopes, as the report format spells them. */
export type ComponentScope =
  | 'root'
  | 'compile'
  | 'runtime'
  | 'test'
  | 'provided'
  | 'system'
  | 'imports'
  | 'api'
  | 'implementation'

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
  /** Indexes, in the inventory's components, of those that require this one. */
  requiredBy: number[]
  licenses: DeclaredLicense[]
  /** Paths of the files that list it, relative to the project's root. */
  locations: string[]
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
  issues: Issue[]
}

/** Turns the bytes of one file into an inventory. Never throws on bad input. */
export interface DocumentReader {
  /** 'cyclonedx-json', 'package-lock'. */
  id: string
  /** Whether a file of this name (without folders) is this reader's, in a walk over a folder. */
  claims(fileName: string): boolean
  /** Whether a parsed JSON document is this reader's; absent for formats that are not JSON. */
  recognizes?(json: unknown): boolean
  read(document: SourceDocument): ReadResult
}

export interface SourceDocument {
  /** Relative to the project's root. */
  path: string
  bytes: Uint8Array
}

/** inventory is null when nothing of the document could be used; the issues then say why. */
export type ReadResult = { inventory: Inventory; issues?: never } | { inventory: null; issues: Issue[] }
