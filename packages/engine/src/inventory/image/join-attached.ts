import { parsePurl } from '../../purl.ts'
import type { AttachedProblem, AttachedSummary, Issue } from '../../inventory.ts'
import type { Catalog } from '../catalog.ts'
import { foundComponent } from '../catalogers/found-component.ts'
import type { FoundPackage } from '../model/cataloger.ts'
import { type Attached, type AttachedDocument, packagesOf } from './attachments.ts'

const maxNamed = 100

/**
 * Compares attached SBOMs with what the image shows. If they are used, what only they list is added as declared: they are
 * the word of who built it.
 */
export function joinAttached<Found extends Catalog>(
  found: Found,
  { documents, problems: leftOut }: Attached,
  isUsed: boolean,
): Found & { attached: AttachedSummary[]; attachedProblems: AttachedProblem[] } {
  const own = new Map(found.packages.map((each) => [keyOf(each), each.purl]))
  const added = new Map<string, FoundPackage>()
  const attached: AttachedSummary[] = []
  const issues: Issue[] = []
  const problems = [...leftOut]
  for (const document of documents) {
    const { listed, issues: ofDocument } = listedIn(document)
    if (listed === null) {
      problems.push(unreadable(document, ofDocument))
      continue
    }
    const summary = compare(document, { own, listed, isUsed })
    attached.push(summary)
    issues.push(...ofDocument, comparison(summary))
    if (isUsed) for (const [key, each] of listed) if (!own.has(key)) added.set(key, each)
  }
  return {
    ...found,
    packages: [...found.packages, ...added.values()],
    issues: [...found.issues, ...problems.map(issueOf), ...issues],
    attached,
    attachedProblems: problems,
  }
}

const placeOf = ({ by, name }: Pick<AttachedDocument, 'by' | 'name'>) => `attached ${name} (${by})`

/** The packages of a document, as it declares them. */
function listedIn(document: AttachedDocument) {
  const { components, issues } = packagesOf(document)
  if (components === null) return { listed: null, issues }
  const packages = components
    .filter(({ purl }) => purl !== null)
    .map((each): FoundPackage => {
      const { requiredBy: _requiredBy, ...own } = foundComponent(each)
      return { ...own, sureness: 'declared', isDirect: null, places: [{ path: placeOf(document) }] }
    })
  return { listed: new Map(packages.map((each) => [keyOf(each), each])), issues }
}

const unreadable = ({ by, digest }: AttachedDocument, issues: readonly Issue[]): AttachedProblem => ({
  by,
  digest,
  reason: 'unreadable',
  detail: detailOf(issues),
})

/** Of a file on its own, the formats that can be read would be named as well. */
const detailOf = ([first]: readonly Issue[]): string =>
  first?.code === 'document-unknown' ? 'It is no SBOM of a known format.' : (first?.message ?? '')

const sentences: Readonly<Record<AttachedProblem['reason'], string>> = {
  missing: 'An attached document is listed, but missing, and was left out.',
  unreadable: 'An attached document could not be read and was left out.',
  'digest-wrong': 'An attached document is not what its digest says and was left out.',
  foreign: 'The attestation is about another image and was left out.',
  'signature-invalid': 'An attached document was changed after it was signed and was left out.',
  'too-many': 'More documents are attached than are read.',
}

const issueOf = ({ by, digest, reason, detail }: AttachedProblem): Issue => ({
  code: `attachment-${reason}`,
  message: `${sentences[reason]}${detail === '' ? '' : ` ${detail}`}`,
  where: by === null ? digest : `${by} ${digest}`,
})

interface Compared {
  /** Package URLs by key. */
  own: ReadonlyMap<string, string>
  listed: ReadonlyMap<string, FoundPackage>
  isUsed: boolean
}

function compare({ by, name }: AttachedDocument, { own, listed, isUsed }: Compared): AttachedSummary {
  const onlyListed = [...listed].flatMap(([key, { purl }]) => (own.has(key) ? [] : [purl]))
  const onlyOwn = [...own].flatMap(([key, purl]) => (listed.has(key) ? [] : [purl]))
  return {
    by,
    name,
    isUsed,
    listed: listed.size,
    found: own.size,
    both: listed.size - onlyListed.length,
    onlyInDocument: onlyListed.toSorted().slice(0, maxNamed),
    onlyInImage: onlyOwn.toSorted().slice(0, maxNamed),
  }
}

const comparison = (summary: AttachedSummary): Issue => ({
  code: 'attachment-compared',
  message: `Packages that it lists: ${summary.listed}. Also found in the image: ${summary.both}. Only in the document: ${summary.listed - summary.both}${summary.isUsed ? '' : ', which were not scanned'}. Only in the image: ${summary.found - summary.both}. Its signature was not verified.`,
  where: placeOf(summary),
})

/** Type, name and version: documents differ in qualifiers. */
function keyOf({ purl }: FoundPackage): string {
  const parsed = parsePurl(purl)
  return parsed ? [parsed.type, parsed.namespace, parsed.name, parsed.version].join('\n').toLowerCase() : purl
}
