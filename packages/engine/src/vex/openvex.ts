import { listOf, quote, recordOf, shortTextOf, textOf } from '../documents/parsers/json-value.ts'
import { ownProperty } from '../own-property.ts'
import { vexStatuses } from '../vocabulary.ts'
import {
  isIri,
  justificationOf,
  productOf,
  type StatementLog,
  type StatementTarget,
  timeOf,
} from './statement-log.ts'
import type { VexDocument, VexProduct } from './vex-document.ts'

type Members = Record<string, unknown>

/** https://github.com/openvex/spec/blob/main/OPENVEX-SPEC.md */
export const isOpenvex = (json: Members): boolean =>
  /^https:\/\/openvex\.dev\/ns(?:\/|$)/.test(textOf(json['@context']))

/** OpenVEX 0.2, and earlier drafts with vulnerabilities and products as strings. */
export function readOpenvex(json: Members, log: StatementLog, now: number): Omit<VexDocument, 'statements'> {
  const at = timeOf(json['last_updated'], json['timestamp']) ?? now
  for (const [index, each] of listOf(json['statements']).entries()) {
    const members = recordOf(each)
    const where = `/statements/${index}`
    const status = vexStatuses.find((known) => known === textOf(members['status']))
    if (!status)
      log.reject(
        `A statement has the unknown status ${quote(textOf(members['status']))} and was left out.`,
        where,
      )
    else
      log.add(
        {
          ids: idsOf(members['vulnerability']),
          status,
          justification: justificationOf(members['justification']),
          detail: detailOf(members),
          at: timeOf(members['last_updated'], members['timestamp']) ?? at,
        },
        targetsOf(members),
        where,
      )
  }
  const id = shortTextOf(json['@id'])
  return { format: 'openvex', id, title: id, author: shortTextOf(json['author']), at }
}

function idsOf(vulnerability: unknown): string[] {
  const members = recordOf(vulnerability)
  const texts = [vulnerability, members['name'], ...listOf(members['aliases'])].map(shortTextOf)
  const ids = texts.filter((text) => text !== '')
  // Its @id is the URL of a description; some documents have nothing else.
  return [...new Set(ids.length > 0 ? ids : [shortTextOf(members['@id'])].filter((text) => text !== ''))]
}

const detailOf = (members: Members): string =>
  ['impact_statement', 'action_statement', 'status_notes']
    .map((name) => shortTextOf(ownProperty(members, name)))
    .find((text) => text !== '') ?? ''

function targetsOf(members: Members): StatementTarget[] {
  const common = partsOf(members['subcomponents'])
  return listOf(members['products']).flatMap((each): StatementTarget[] => {
    const product = partOf(each)
    if (!product) return []
    const own = partsOf(recordOf(each)['subcomponents'])
    const parts = own.length > 0 ? own : common
    return parts.length === 0
      ? [{ product, subcomponent: null }]
      : parts.map((part) => ({ product, subcomponent: part }))
  })
}

const partsOf = (list: unknown): VexProduct[] => listOf(list).flatMap((each) => partOf(each) ?? [])

function partOf(part: unknown): VexProduct | null {
  const members = recordOf(part)
  const { purl, cpe23, cpe22 } = recordOf(members['identifiers'])
  const product = productOf([part, purl, cpe23, cpe22, members['@id']])
  return product && !isIri(product.id) ? { ...product, name: product.id } : product
}
