import type { EcosystemId } from './ecosystems/ecosystem.ts'
import type { GapReason } from './gap-reasons.ts'
import type { SourceUsage } from './package-usage.ts'
import type { Infrastructure } from './infrastructure/infrastructure.ts'
import type { AttachedBy, AttachedProblemReason, Sureness, VexStatus } from './vocabulary.ts'
import type { RepositoryExclusion } from './policies/exclusion.ts'
import type { RepositoryPolicy, Rule } from './policies/rule.ts'

/** A part of the input that could not be used as it is. The rest was read nevertheless. */
export interface Issue {
  /** Stable identifier in kebab case: 'purl-invalid', 'version-missing'. */
  code: string
  /** One sentence for people. */
  message: string
  /** The path of the file, followed by a JSON pointer or a line ('sbom.json#/components/3'). */
  where: string
  /** A file or folder was found but not read, so components may be missing and the scan is incomplete. */
  isUnread?: true | undefined
  /** Why a file was not, or not completely, checked: a gap in coverage. */
  gap?: GapReason | undefined
  /** Only tests or development tools use the file. */
  isDevelopment?: true | undefined
  /** Packages that no advisory can match, next to others that were checked: passing scores do not prove them safe. */
  isUncovered?: true | undefined
}

/** The reasons why a scan is incomplete; empty if every file found was read. */
export const unreadIssues = (issues: readonly Issue[]): Issue[] =>
  issues.filter(({ isUnread }) => isUnread === true)

export const uncoveredIssues = (issues: readonly Issue[]): Issue[] =>
  issues.filter(({ isUncovered }) => isUncovered === true)

/** Scopes of Maven and npm, as spelled in the report format. */
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

/** A license as declared in the document; licenses/ interprets it. */
export type DeclaredLicense =
  | { kind: 'id'; value: string; url?: string }
  | { kind: 'name'; value: string; url?: string }
  | { kind: 'expression'; value: string }

export const originKinds = ['public-registry', 'private-registry', 'git', 'folder', 'file'] as const
export type OriginKind = (typeof originKinds)[number]

/** Where a package was taken from. */
export interface ComponentOrigin {
  kind: OriginKind
  /** The registry, repository, folder or file as in the document, without credentials. Absent if it does not say. */
  address?: string
}

/** A package that another one was made from. */
export type Ancestor = Pick<Component, 'ecosystem' | 'name' | 'version' | 'release' | 'source'>

/** Who asks for a component, and how, which decides what can replace it. */
export interface Requirement {
  /** Path of the lockfile or manifest that lists the component for it. */
  file: string
  /** Index of the dependent in the inventory's components; null for the project itself. */
  by: number | null
  /** As in the document: '^1.2.0'. Absent if it does not say. */
  range?: string
  /** The name that the dependent uses if it is not the package's. */
  alias?: string
  /** The project's member that asks: its folder from the file's one, or its name. Absent for the root. */
  member?: string
  /** 'dev', 'optional', 'peer', 'build', or the name of a group or extra. Absent for ordinary dependencies. */
  group?: string
  /** The dependent's archive contains it, so that no package manager replaces it. */
  isBundled?: true
  /** The manifest of a folder that no package manager's command reaches, from the file's folder. */
  manifest?: string
  /** The format of the file where its name does not tell the package manager's generation: 'yarn.lock 1'. */
  format?: string
  /** The project forces this version on all dependents: npm's overrides, Yarn's resolutions. */
  isOverride?: true
}

/** The layer of an image that brought a component. */
export interface ComponentLayer {
  /** From 0, the lowest. */
  index: number
  /** Of the unpacked layer: 'sha256:…'. */
  diffId: string
  /** What made it, as in the image's history; '' if that does not say. */
  instruction: string
  /** Whether it is of the base image; null if unknown. */
  isBase: boolean | null
}

/** Where a document says that a component was found. */
export interface EvidenceOccurrence {
  location: string
  line?: number
  offset?: number
  symbol?: string
  additionalContext?: string
}

/** How a document knows what a component is: https://cyclonedx.org/docs/1.6/json/#components_items_evidence_identity */
export interface EvidenceIdentity {
  /** 'purl', 'name', 'version'. */
  field: string
  /** From 0 to 1. */
  confidence?: number
  concludedValue?: string
  methods?: { technique: string; confidence: number; value?: string }[]
}

export interface ComponentEvidence {
  occurrences?: EvidenceOccurrence[]
  identity?: EvidenceIdentity[]
}

/** A document that is attached to an image, and how its packages compare with those found in the image. */
export interface AttachedSummary {
  by: AttachedBy
  /** 'SPDX', 'CycloneDX', 'attestation'. */
  name: string
  /** Whether packages that only it lists were added. */
  isUsed: boolean
  /** Packages that it lists, that were found in the image, and those of both. */
  listed: number
  found: number
  both: number
  /** Package URLs, at most a hundred. */
  onlyInDocument: string[]
  onlyInImage: string[]
}

/** A document that is attached to an image, but was left out. */
export interface AttachedProblem {
  /** null if what is attached could not be listed. */
  by: AttachedBy | null
  /** Of its manifest; of the image if nothing could be listed. */
  digest: string
  reason: AttachedProblemReason
  /** What exactly could not be read, in one sentence; '' if the reason says it. */
  detail: string
}

/** The image whose packages an inventory lists. */
export interface InventoryImage {
  /** Of its manifest; '' if unknown. */
  digest: string
  /** 'linux/amd64'; '' if unknown. */
  platform: string
  /** Epoch ms; null if unknown. */
  createdAt: number | null
  /** From the lowest; size in bytes, as stored. */
  layers: (Omit<ComponentLayer, 'index'> & { size: number | null })[]
  /** SBOMs that are attached to it; absent if none were looked for. */
  attached?: AttachedSummary[]
  /** Those that were left out; absent if none were. */
  attachedProblems?: AttachedProblem[]
  /** The one that the image's labels name, or whose layers it begins with. Times in epoch ms. */
  base: {
    name: string
    digest: string
    /** No label names it: it is the known image with the most layers that the image begins with. */
    isGuessed?: true
    createdAt: number | null
    /** If its tag leads to another image now. */
    newest: { digest: string; createdAt: number | null } | null
  } | null
}

/** A version of a package in an inventory. */
export interface Component {
  /** null if the ecosystem is unknown, so that no advisory can match; an issue contains the reason. */
  ecosystem: EcosystemId | null
  /** In the ecosystem's spelling: '@babel/core', 'org.slf4j:slf4j-api', 'github.com/a/b'. */
  name: string
  /** As spelled in the document; '' if absent. */
  version: string
  purl: string | null
  scope: ComponentScope
  /** null if the document does not contain it. */
  isDirect: boolean | null
  /** Present if everything works without it, so that the package manager may skip it. */
  isOptional?: true
  /** The release of a distribution's package, as spelled by Ecosystem.release: '12' of Debian 12. Absent if unknown. */
  release?: string
  /** The source package of a distribution's package, as named in advisories. Absent if it is the same or unknown. */
  source?: { name: string; version: string }
  /** Where the package was taken from; absent if the document does not say. */
  origin?: ComponentOrigin
  /** The commit that it is pinned to instead of a version. */
  commit?: string
  /** Digests of the installed files, as in the document: 'SHA-256' or 'sha512', hex or base64. */
  hashes?: { algorithm: string; value: string }[]
  /** Addresses of its source code, website or issue tracker, as in the document. */
  references?: { type: string; url: string }[]
  /** The packages that it was made from by changing them: the pedigree of a CycloneDX document. */
  ancestors?: Ancestor[]
  /** The reason not to use it, from registry or lockfile: npm's deprecation message. */
  deprecated?: string
  /** Indexes of its dependents in the inventory's components. */
  requiredBy: number[]
  /** Absent if the document does not say. */
  requirements?: Requirement[]
  licenses: DeclaredLicense[]
  /** As in the document. */
  copyright?: string
  /** Paths of the files that list it, relative to the project root. */
  locations: string[]
  /** Its position in the first of them; only if it cannot be matched with advisories. */
  where?: string
  /** Absent if the document does not say. */
  sureness?: Sureness
  /** Of a component of an image. */
  layer?: ComponentLayer
  /** Absent if the document has none. */
  evidence?: ComponentEvidence
}

/** The origin of a statement that is not from the scanned document. */
export interface VexSource {
  documentUuid: string
  author: string
  /** Epoch ms. */
  at: number
  /** Whether it is for this project only, and so takes precedence over those for the whole account. */
  isOfProject: boolean
}

/** A VEX statement: https://www.cisa.gov/sites/default/files/2023-04/minimum-requirements-for-vex-508c.pdf */
export interface VexStatement {
  /** The id of the vulnerability and its aliases: 'CVE-…', 'GHSA-…'. */
  ids: string[]
  status: VexStatus
  /** 'code_not_reachable', 'component_not_present'; null if absent. */
  justification: string | null
  /** The author's explanation; '' if absent. */
  detail: string
  /** Indexes in the inventory's components; empty if it applies to all. */
  components: number[]
  /** Absent if it is from the scanned document. */
  source?: VexSource
}

/** A document of a scan, and how the next scan recognizes it if its name changes. */
export interface ScannedDocument {
  path: string
  /** Whether it is an SBOM or list, whose file names often contain a version. */
  isSbom: boolean
  /** What it describes: the root component of an SBOM, the root package of a lockfile. null if it does not say. */
  subject: string | null
  /** It lists only packages with vulnerabilities: one that it no longer lists may still be used. */
  isPartial?: true
  /** Package URLs of vulnerable packages that it says were dealt with: one that is gone was removed, even from a partial list. */
  mitigated?: string[]
  /** Of an SBOM, the required elements that it lacks: quality/sbom-lacks.ts. null if it cannot be assessed. */
  lacks?: string[] | null
}

/** What other documents, such as VEX, can call the components of an SBOM; 'root' is its subject. */
export interface SbomReferences {
  /** The UUID of its serial number, in lower case; null if it has none. */
  serial: string | null
  version: number
  /** By bom-ref, except for those that are package URLs. Indexes in the inventory's components. */
  refs: ReadonlyMap<string, number | 'root'>
  /** By CPE, in lower case. */
  cpes: ReadonlyMap<string, readonly (number | 'root')[]>
}

/** A statement of a document on components of another one. */
export interface LinkedStatement extends Omit<VexStatement, 'components' | 'source'> {
  /** BOM-Links, or references within the other document. */
  refs: string[]
  /** The issue if none is found. */
  issue: Issue
}

/** What a document says about the versions of the language that the project is for. */
export interface ProjectRuntime {
  ecosystem: EcosystemId
  file: string
  /** In the ecosystem's notation: '>=3.9'. */
  range: string
  /** Packages have to support all versions in the range, and not only the lowest. */
  isWhole?: true
}

/** The contents of a project, from one or more documents. */
export interface Inventory {
  /** Formats of the documents: 'CycloneDX 1.4', 'package-lock 3'. */
  formats: string[]
  /** Paths of the documents. */
  files: string[]
  /** The documents that were read by themselves. Absent from a reader that does not say more than its files. */
  documents?: ScannedDocument[]
  /** The subject of the inventory; null if no document contains it. */
  root: { name: string; version: string; purl: string | null } | null
  components: Component[]
  /** Of the first document that is of an image; absent if there is none. */
  image?: InventoryImage
  /** Layers of its manifests that are documents of their own, by path; absent if there are none. */
  innerLayers?: [path: string, layer: ComponentLayer][]
  /** Absent if no document has statements. */
  vex?: VexStatement[]
  /** Statements on components of documents that are read together with this one; absent if there are none. */
  linkedVex?: LinkedStatement[]
  /** One per SBOM that can be referred to; absent if there is none. */
  references?: SbomReferences[]
  /** Exclusions from .meterian files; absent if there are none. */
  exclusions?: RepositoryExclusion[]
  /** Policy rules from assay.yaml files; absent if there are none. */
  rules?: Rule[]
  /** What assay.yaml files say of the account's policy; absent if nothing. */
  policies?: RepositoryPolicy[]
  /** Absent if no document says it. */
  runtimes?: ProjectRuntime[]
  /** Which packages the project's sources load; absent if they were not searched. */
  usage?: SourceUsage
  /** Results of infrastructure-as-code scanners; absent if there are none. */
  infrastructure?: Infrastructure
  issues: Issue[]
}

/** Parses the bytes of a file into an inventory. Never throws, whatever the input. */
export interface DocumentReader {
  /** 'cyclonedx-json', 'package-lock'. */
  id: string
  /** Whether the reader is for a file, by name; folder is relative to the project root: '' or 'a/b'. */
  matchesPath(fileName: string, folder?: string): boolean
  /** Whether the reader is for a parsed JSON document; absent for formats that are not JSON. */
  recognizes?(json: unknown): boolean
  /** Whether the reader is for a text, by its first 2,000 characters; absent if only the name identifies the format. */
  matchesContent?(start: string): boolean
  /** Names of files next to it or below that the reader uses and that are not inventories: 'package.json'. */
  companions?: readonly string[]
  /** Paths of the files that the reader reads with the document, if they exist: '-r base.txt', a go.work above it. */
  includes?(document: SourceDocument): string[]
  /** It names images, whose packages are not in it: without any, it is no inventory, and nothing is missing if it is left out. */
  namesImages?: true
  /** It lists what is asked for, not what is used, so it is only read where no lockfile stands for it. */
  isManifest?: true
  /** Its packages run where software is built: of a file that cannot be read, nothing is missing in the software. */
  isAuxiliary?: true
  read(document: SourceDocument, tree?: SourceTree): ReadResult
}

/** The other documents of the submission, which a document can refer to: a parent pom.xml, '-r base.txt'. */
export interface SourceTree {
  /** Finds a document by its path from the project root ('a/pom.xml'); null if it is missing or outside the root. */
  find(path: string): SourceDocument | null
  /** Paths of all documents. */
  paths(): Iterable<string>
}

export interface SourceDocument {
  /** Relative to the project root. */
  path: string
  bytes: Uint8Array
}

/** inventory is null if nothing in the document could be used; the issues contain the reason. */
export type ReadResult = { inventory: Inventory; issues?: never } | { inventory: null; issues: Issue[] }
