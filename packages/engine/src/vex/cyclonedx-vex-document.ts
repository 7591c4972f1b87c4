import { idsOf, statuses } from '../documents/sbom/cyclonedx/cyclonedx-vex.ts'
import { listOf, quote, recordOf, shortTextOf, textOf } from '../documents/parsers/json-value.ts'
import { ownProperty } from '../own-property.ts'
import type { VexStatus } from '../vocabulary.ts'
import { parseBomLink } from '../documents/sbom/bom-link.ts'
import { parsePurl } from '../purl.ts'
import {
  noReason,
  productOf,
  rangeOfVersion,
  type StatementLog,
  type StatementTarget,
  timeOf,
} from './statement-log.ts'
import type { VexDocument, VexProduct } from './vex-document.ts'

type Members = Record<string, unknown>

/** https://cyclonedx.org/capabilities/vex/ */
export const isCyclonedxVex = (json: Members): boolean => textOf(json['bomFormat']) === 'CycloneDX'

/** Prefix of exported justifications that CycloneDX has no label for. */
export const justificationProperty = 'assay:justification'

/** Statements are about the product the document describes, with the affected component as a part. */
export function readCyclonedxVex(
  json: Members,
  log: StatementLog,
  now: number,
): Omit<VexDocument, 'statements'> {
  const metadata = recordOf(json['metadata'])
  const described = recordOf(metadata['component'])
  const product = describedProduct(described)
  const rootRef = textOf(described['bom-ref'])
  const serial = textOf(json['serialNumber']).toLowerCase()
  const at = timeOf(metadata['timestamp']) ?? now
  const purls = purlsByRef(json['components'])
  for (const [index, each] of listOf(json['vulnerabilities']).entries()) {
    const vulnerability = recordOf(each)
    const analysis = recordOf(vulnerability['analysis'])
    const state = textOf(analysis['state'])
    if (state === '') continue
    const status = ownProperty(statuses, state)
    const where = `/vulnerabilities/${index}`
    if (!status) {
      log.reject(`A statement has the unknown state ${quote(state)} and was left out.`, where)
      continue
    }
    const assessment = {
      ids: idsOf(vulnerability),
      justification: ownJustification(vulnerability) || shortTextOf(analysis['justification']) || null,
      detail: shortTextOf(analysis['detail']),
      at: timeOf(analysis['lastUpdated'], analysis['firstIssued']) ?? at,
    }
    const byStatus = Map.groupBy(affectedOf(vulnerability, status), (affected) => affected.status)
    if (byStatus.size === 0) log.add({ ...assessment, status }, [], where)
    for (const [versionStatus, affected] of byStatus) {
      const targets = affected.flatMap(
        ({ ref, versions }) => targetOf({ ref, versions, product, rootRef, purls, serial }) ?? [],
      )
      // CycloneDX does not require a reason.
      const reason = versionStatus === status ? noReason : 'The version is unaffected.'
      const isUnexplained = versionStatus === 'not_affected' && assessment.justification === null
      const detail = assessment.detail || (isUnexplained ? reason : '')
      log.add({ ...assessment, detail, status: versionStatus }, targets, where)
    }
  }
  const id = shortTextOf(json['serialNumber'])
  return {
    format: 'cyclonedx',
    id,
    title: shortTextOf(described['name']) || id,
    author: authorOf(metadata),
    at,
  }
}

function ownJustification(vulnerability: Members): string {
  const own = listOf(vulnerability['properties'])
    .map(recordOf)
    .find((property) => property['name'] === justificationProperty)
  return shortTextOf(own?.['value'])
}

function authorOf(metadata: Members): string {
  const authors = listOf(metadata['authors']).map((author) => recordOf(author)['name'])
  const organizations = ['supplier', 'manufacturer', 'manufacture'].map(
    (name) => recordOf(ownProperty(metadata, name))['name'],
  )
  return [...authors, ...organizations].map(shortTextOf).find((name) => name !== '') ?? ''
}

function purlsByRef(components: unknown): Map<string, string> {
  const named = listOf(components).map((component) => {
    const { 'bom-ref': ref, purl } = recordOf(component)
    return [textOf(ref), textOf(purl)] as const
  })
  return new Map(named.filter(([ref, purl]) => ref !== '' && purl !== ''))
}

interface Affected {
  ref: string
  versions: string | null
  status: VexStatus
}

/** A version marked 'unaffected' is not affected, regardless of the state; 'unknown' ones are skipped. */
function affectedOf(vulnerability: Members, status: VexStatus): Affected[] {
  return listOf(vulnerability['affects']).flatMap((each): Affected[] => {
    const affects = recordOf(each)
    const ref = textOf(affects['ref'])
    const versions = listOf(affects['versions']).map(recordOf)
    if (versions.length === 0) return [{ ref, versions: null, status }]
    return versions.flatMap((version): Affected[] => {
      const marked = textOf(version['status']) || 'affected'
      if (marked === 'unknown') return []
      const single = shortTextOf(version['version'])
      const range = rangeOfVersion(single) ?? shortTextOf(version['range'])
      return range === ''
        ? []
        : [{ ref, versions: range, status: marked === 'unaffected' ? 'not_affected' : status }]
    })
  })
}

interface Reference {
  ref: string
  versions: string | null
  /** The subject of the document. */
  product: VexProduct | null
  rootRef: string
  purls: ReadonlyMap<string, string>
  /** Of the document itself. */
  serial: string
}

/**
 * A reference is to a component of the document or its subject, to one of another document by BOM-Link
 * (https://cyclonedx.org/capabilities/bomlink/), a package URL, or the reference of a component in the project's SBOM.
 */
function targetOf({ ref, versions, product, rootRef, purls, serial }: Reference): StatementTarget | null {
  const linked = parseBomLink(ref)
  const isOwn = linked === null || serial === `urn:uuid:${linked.serial}`
  const text = linked === null ? ref : (linked.ref ?? '')
  if (product && isOwn && [product.id, rootRef, ''].includes(text)) return { product, subcomponent: null }
  const part = productOf([isOwn ? purls.get(text) : '', text], versions)
  if (part && /^pkg:/i.test(part.id))
    return product ? { product, subcomponent: part } : { product: part, subcomponent: null }
  if (linked) return { product: { id: shortTextOf(ref), versions }, subcomponent: null }
  return part && { product: { ...part, isRef: true }, subcomponent: null }
}

/** What the document describes, by package URL, CPE, its reference, or its name. */
function describedProduct(described: Members): VexProduct | null {
  const [group, last] = [shortTextOf(described['group']), shortTextOf(described['name'])]
  const name = group === '' || last === '' ? last : `${group}/${last}`
  const { purl, cpe } = described
  const product = productOf([purl, cpe, described['bom-ref'], name], rangeOfVersion(described['version']))
  if (!product || parsePurl(product.id)) return product && { ...product, versions: null }
  return name === '' ? product : { ...product, name }
}
