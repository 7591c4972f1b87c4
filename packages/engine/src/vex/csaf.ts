import { listOf, quote, recordOf, shortTextOf, textOf } from '../documents/parsers/json-value.ts'
import { ownProperty } from '../own-property.ts'
import type { VexStatus } from '../vocabulary.ts'
import { readProductTree } from './csaf-products.ts'
import { justificationOf, type StatementLog, timeOf } from './statement-log.ts'
import type { VexDocument } from './vex-document.ts'

type Members = Record<string, unknown>

/** https://docs.oasis-open.org/csaf/csaf/v2.0/os/csaf-v2.0-os.html */
export const isCsaf = (json: Members): boolean => textOf(recordOf(json['document'])['csaf_version']) !== ''

/** 'recommended' is ignored: it says nothing about a vulnerability. */
const statuses: Record<string, VexStatus> = {
  known_affected: 'affected',
  first_affected: 'affected',
  last_affected: 'affected',
  known_not_affected: 'not_affected',
  fixed: 'fixed',
  first_fixed: 'fixed',
  under_investigation: 'under_investigation',
}

/** The VEX profile (§4.5) and advisories, which have the same product status. */
const categories = new Set(['csaf_vex', 'csaf_security_advisory'])

/** null for another profile. */
export function readCsaf(
  json: Members,
  log: StatementLog,
  now: number,
): Omit<VexDocument, 'statements'> | null {
  const document = recordOf(json['document'])
  const category = textOf(document['category'])
  if (!categories.has(category)) {
    log.reject(`The document is of the category ${quote(category)}: csaf_vex is read.`, '/document/category')
    return null
  }
  const tracking = recordOf(document['tracking'])
  const at = timeOf(tracking['current_release_date'], tracking['initial_release_date']) ?? now
  const products = readProductTree(recordOf(json['product_tree']))
  for (const [index, each] of listOf(json['vulnerabilities']).entries()) {
    const vulnerability = recordOf(each)
    const ids = idsOf(vulnerability)
    const reasons = readReasons(vulnerability, products.groups)
    for (const [name, list] of Object.entries(recordOf(vulnerability['product_status']))) {
      const status = ownProperty(statuses, name)
      if (!status) continue
      const where = `/vulnerabilities/${index}/product_status/${name}`
      const byReason = Map.groupBy(listOf(list).map(textOf), (id) => JSON.stringify(reasons(id, status)))
      for (const [reason, productIds] of byReason) {
        const { justification, detail } = JSON.parse(reason) as ReturnType<typeof reasons>
        const targets = productIds.flatMap((id) => products.byId.get(id) ?? [])
        log.add({ ids, status, justification, detail, at }, targets, where)
      }
    }
  }
  const publisher = recordOf(document['publisher'])
  return {
    format: 'csaf',
    id: shortTextOf(tracking['id']),
    title: shortTextOf(document['title']),
    author: shortTextOf(publisher['name']),
    at,
  }
}

function idsOf(vulnerability: Members): string[] {
  const others = listOf(vulnerability['ids']).map((each) => shortTextOf(recordOf(each)['text']))
  return [...new Set([shortTextOf(vulnerability['cve']), ...others])].filter((id) => id !== '')
}

/** The reason of a product's status: its flag (§3.2.3.5), threats and remediations. */
function readReasons(vulnerability: Members, groups: ReadonlyMap<string, readonly string[]>) {
  const byProduct = (name: string, textOfItem: (item: Members) => string) => {
    const texts = new Map<string, string>()
    for (const each of listOf(ownProperty(vulnerability, name))) {
      const item = recordOf(each)
      const inGroups = listOf(item['group_ids']).flatMap((id) => groups.get(textOf(id)) ?? [])
      const text = textOfItem(item)
      for (const id of [...listOf(item['product_ids']).map(textOf), ...inGroups])
        if (text !== '' && !texts.has(id)) texts.set(id, text)
    }
    return texts
  }
  const labels = byProduct('flags', (flag) => justificationOf(flag['label']) ?? '')
  const impacts = byProduct('threats', (threat) =>
    textOf(threat['category']) === 'impact' ? shortTextOf(threat['details']) : '',
  )
  const remediations = byProduct('remediations', (remediation) => shortTextOf(remediation['details']))
  return (id: string, status: VexStatus) => ({
    justification: status === 'not_affected' ? (labels.get(id) ?? null) : null,
    detail: (status === 'not_affected' ? impacts : remediations).get(id) ?? '',
  })
}
