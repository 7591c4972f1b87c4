import type { QualityProfileId } from '../vocabulary.ts'
import type { ComponentReader, Hash, Members, SbomFacts } from './sbom-facts.ts'

/** An element that a document should have. */
interface DocumentRule {
  id: string
  title: string
  /** null: the format has no place for it. */
  ofDocument: (facts: SbomFacts) => boolean | null
}

/** An element that each component should have. */
interface ComponentRule {
  id: string
  title: string
  ofComponent: (component: Members, read: ComponentReader) => boolean
  /** It has to be there if it exists, which a document does not show: lacking it fails nothing. */
  isAdditional?: true
}

export type QualityRule = DocumentRule | ComponentRule

export interface QualityProfile {
  id: QualityProfileId
  title: string
  url: string
  rules: readonly QualityRule[]
}

const isTime = (text: string): boolean =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text) && !Number.isNaN(Date.parse(text.replace(/\[.*$/, '')))

const isContact = (text: string): boolean =>
  /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text) || /^https?:\/\/\S+$/i.test(text)

const isSha512 = ({ algorithm }: Hash): boolean => algorithm.replaceAll('-', '').toUpperCase() === 'SHA512'

/** An SPDX id, expression or LicenseRef is one word, or words joined by operators; prose is none. */
const isLicense = (text: string): boolean =>
  /^\(*[\w.+:-]+\)*(?:\s+(?:AND|OR|WITH)\s+\(*[\w.+:-]+\)*)*$/.test(text) &&
  text !== 'NOASSERTION' &&
  text !== 'NONE'

const versionOf = (text: string): number[] => text.split('.').map(Number)

/** Whether a version is at least the other. */
function isAtLeast(text: string, least: readonly [number, number, number?]): boolean {
  const [major = 0, minor = 0, patch = 0] = versionOf(text)
  const [ofMajor, ofMinor, ofPatch = 0] = least
  if (major !== ofMajor) return major > ofMajor
  return minor === ofMinor ? patch >= ofPatch : minor > ofMinor
}

const rule = {
  author: { title: 'Author of the SBOM', ofDocument: ({ authors }: SbomFacts) => authors.length > 0 },
  timestamp: { title: 'Timestamp', ofDocument: ({ timestamp }: SbomFacts) => isTime(timestamp) },
  dependencies: {
    title: 'Dependency relationships',
    ofDocument: ({ hasRootDependencies }: SbomFacts) => hasRootDependencies,
  },
  name: { title: 'Component name', ofComponent: has('name') },
  version: { title: 'Component version', ofComponent: has('version') },
  identifier: {
    title: 'Identifier (package URL, CPE, SWID)',
    ofComponent: (component: Members, read: ComponentReader) => read.isIdentified(component),
  },
}

type Fact = Exclude<
  keyof ComponentReader,
  'bsiProperty' | 'hasDependencies' | 'hasCompleteness' | 'isIdentified'
>

/** The document says it. */
function has(fact: Fact): ComponentRule['ofComponent'] {
  return (component, read) => read[fact](component).length > 0
}

const bsiProperty =
  (name: string, values: readonly string[] | null): ComponentRule['ofComponent'] =>
  (component, read) => {
    const value = read.bsiProperty(component, name)
    return values === null ? value !== '' : values.includes(value)
  }

/** Minimum elements, each with the document that asks for it; docs/evidence/sbom-quality.md has the members that are read. */
export const qualityProfiles: readonly QualityProfile[] = [
  {
    id: 'ntia-2021',
    title: 'NTIA minimum elements (2021)',
    url: 'https://www.ntia.gov/report/2021/minimum-elements-software-bill-materials-sbom',
    rules: [
      { id: 'author', ...rule.author },
      { id: 'timestamp', ...rule.timestamp },
      { id: 'dependencies', ...rule.dependencies },
      { id: 'supplier', title: 'Supplier name', ofComponent: has('supplier') },
      { id: 'name', ...rule.name },
      { id: 'version', ...rule.version },
      { id: 'identifier', ...rule.identifier },
    ],
  },
  {
    id: 'cisa-2026',
    title: 'CISA minimum elements (2026)',
    url: 'https://www.cisa.gov/sbom',
    rules: [
      { id: 'author', ...rule.author },
      { id: 'signature', title: 'Signature of the author', ofDocument: ({ isSigned }) => isSigned },
      {
        id: 'format',
        title: 'Data format and its version',
        ofDocument: ({ formatVersion }) => formatVersion !== '',
      },
      { id: 'context', title: 'Generation context', ofDocument: ({ context }) => context !== '' },
      { id: 'timestamp', ...rule.timestamp },
      { id: 'tool', title: 'Tool name', ofDocument: ({ tools }) => tools.length > 0 },
      {
        id: 'tool-version',
        title: 'Tool version',
        ofDocument: ({ tools }) => tools.length > 0 && tools.every(({ version }) => version !== ''),
      },
      {
        id: 'document-version',
        title: 'Version of the SBOM',
        ofDocument: ({ documentVersion }) => (documentVersion === null ? null : documentVersion !== ''),
      },
      { id: 'dependencies', ...rule.dependencies },
      { id: 'producer', title: 'Component producer', ofComponent: has('producer') },
      { id: 'name', ...rule.name },
      { id: 'version', ...rule.version },
      { id: 'identifier', ...rule.identifier },
      { id: 'hash', title: 'Hash with its algorithm', ofComponent: has('hashes') },
      { id: 'license', title: 'License', ofComponent: has('declaredLicenses') },
    ],
  },
  {
    id: 'bsi-2.1',
    title: 'BSI TR-03183-2 (2.1.0)',
    url: 'https://www.bsi.bund.de/dok/TR-03183-en',
    rules: [
      {
        id: 'format',
        title: 'CycloneDX 1.6, SPDX 3.0.1 or later',
        ofDocument: ({ format, formatVersion }) =>
          isAtLeast(formatVersion, format === 'CycloneDX' ? [1, 6] : [3, 0, 1]),
      },
      {
        id: 'creator',
        title: 'Creator of the SBOM, by e-mail address or URL',
        ofDocument: ({ creatorContact }) => isContact(creatorContact),
      },
      { id: 'timestamp', ...rule.timestamp },
      { id: 'uri', title: 'SBOM-URI', ofDocument: ({ uri }) => uri !== '' },
      {
        id: 'component-creator',
        title: 'Component creator, by e-mail address or URL',
        ofComponent: (component, read) => isContact(read.producerContact(component)),
      },
      { id: 'name', ...rule.name },
      { id: 'version', ...rule.version },
      { id: 'filename', title: 'Filename', ofComponent: bsiProperty('filename', null) },
      {
        id: 'dependencies',
        title: 'Dependencies, and whether they are complete',
        ofComponent: (component, read) => read.hasCompleteness(component) && read.hasDependencies(component),
      },
      {
        id: 'distribution-license',
        title: 'Distribution licenses',
        ofComponent: (component, read) => read.concludedLicenses(component).some(isLicense),
      },
      {
        id: 'sha-512',
        title: 'SHA-512 of the deployable component',
        ofComponent: (component, read) => read.deployableHashes(component).some(isSha512),
      },
      {
        id: 'executable',
        title: 'Executable property',
        ofComponent: bsiProperty('executable', ['executable', 'non-executable']),
      },
      {
        id: 'archive',
        title: 'Archive property',
        ofComponent: bsiProperty('archive', ['archive', 'no archive']),
      },
      {
        id: 'structured',
        title: 'Structured property',
        ofComponent: bsiProperty('structured', ['structured', 'unstructured']),
      },
      { id: 'identifier', ...rule.identifier, isAdditional: true },
      {
        id: 'source',
        title: 'URI of the source code',
        ofComponent: has('sourceUrl'),
        isAdditional: true,
      },
      {
        id: 'deployable',
        title: 'URI of the deployable form',
        ofComponent: has('deployableUrl'),
        isAdditional: true,
      },
      {
        id: 'original-license',
        title: 'Original licenses',
        ofComponent: (component, read) => read.declaredLicenses(component).some(isLicense),
        isAdditional: true,
      },
    ],
  },
]
