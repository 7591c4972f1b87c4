import { noReason } from './statement-log.ts'
import { type PublishedStatement, type PublishedVex, vexLabelOf } from './published-vex.ts'

/** What CSAF says of a document beside its statements. */
export interface CsafDocument {
  /** Stable over all revisions. */
  id: string
  /** An address that belongs to the publisher. */
  namespace: string
  /** Epoch ms of each revision, oldest first; the last one is this. */
  revisions: readonly number[]
}

const productId = 'product'

/**
 * A VEX document of CSAF 2.0, profile 5. It needs at least one statement.
 * https://docs.oasis-open.org/csaf/csaf/v2.0/os/csaf-v2.0-os.html#45-profile-5-vex
 */
export function writeCsaf(vex: PublishedVex, { id, namespace, revisions }: CsafDocument) {
  const { author, tool, product, statements } = vex
  const ids = idsOf(statements)
  const title = `${product.name} ${product.version}`
  const dates = revisions.map((at) => new Date(at).toISOString())
  const current = dates.at(-1)!
  return {
    document: {
      category: 'csaf_vex',
      csaf_version: '2.0' as const,
      lang: 'en',
      title: `Vulnerabilities of ${title}`,
      publisher: { category: 'vendor', name: author, namespace },
      tracking: {
        id,
        status: 'final',
        version: String(dates.length),
        initial_release_date: dates[0]!,
        current_release_date: current,
        generator: { date: current, engine: tool },
        revision_history: dates.map((date, at) => ({
          number: String(at + 1),
          date,
          summary: at === 0 ? 'First version' : 'Changed statements',
        })),
      },
    },
    product_tree: productTree(vex, ids),
    vulnerabilities: [...Map.groupBy(statements, ({ ids: [first = ''] }) => first).values()].map((group) =>
      vulnerabilityOf(group, (purl) => ids.get(purl)!),
    ),
  }
}

/** By package URL: each component's own id, and that of it within the product. */
function idsOf(statements: readonly PublishedStatement[]) {
  const purls = new Set(statements.flatMap(({ components }) => components.map(({ purl }) => purl)))
  return new Map([...purls].map((purl, at) => [purl, `component-${at + 1}`]))
}

type Ids = ReturnType<typeof idsOf>
const within = (id: string) => `${productId}:${id}`

function productTree({ author, product, statements }: PublishedVex, ids: Ids) {
  const components = new Map(
    statements.flatMap((each) => each.components.map((one) => [one.purl, one] as const)),
  )
  const title = `${product.name} ${product.version}`
  const version = {
    category: 'product_version',
    name: product.version,
    product: { product_id: productId, name: title },
  }
  const nameOf = ({ name, version: of }: { name: string; version: string }) => `${name} ${of}`
  return {
    branches: [
      {
        category: 'vendor',
        name: author,
        branches: [{ category: 'product_name', name: product.name, branches: [version] }],
      },
    ],
    full_product_names: [...components.values()].map((each) => ({
      product_id: ids.get(each.purl)!,
      name: nameOf(each),
      product_identification_helper: { purl: each.purl },
    })),
    relationships: [...components.values()].map((each) => ({
      category: 'default_component_of',
      product_reference: ids.get(each.purl)!,
      relates_to_product_reference: productId,
      full_product_name: {
        product_id: within(ids.get(each.purl)!),
        name: `${nameOf(each)} in ${title}`,
      },
    })),
  }
}

const statuses = {
  not_affected: 'known_not_affected',
  affected: 'known_affected',
  fixed: 'fixed',
  under_investigation: 'under_investigation',
} as const

/** The statements about one vulnerability, which CSAF lists once. */
function vulnerabilityOf(group: readonly PublishedStatement[], idOf: (purl: string) => string) {
  const [first] = group as [PublishedStatement]
  const [cve] = first.ids.filter(isCve)
  const others = first.ids.filter((id) => id !== cve)
  const productsOf = ({ components }: PublishedStatement) => [
    ...new Set(components.map(({ purl }) => within(idOf(purl)))),
  ]
  const listed = (status: PublishedStatement['status']) => group.filter((each) => each.status === status)
  const flags = listed('not_affected').flatMap((each) => flagOf(each, productsOf(each)))
  const threats = listed('not_affected').flatMap((each) => threatOf(each, productsOf(each)))
  const remediations = listed('affected').map((each) => remediationOf(each, productsOf(each)))
  return {
    ...(cve !== undefined && { cve }),
    ...(others.length > 0 && { ids: others.map((text) => ({ system_name: systemOf(text), text })) }),
    notes: [{ category: 'description', text: first.description || `No description of ${first.ids[0]}.` }],
    product_status: Object.fromEntries(
      [...Map.groupBy(group, ({ status }) => statuses[status])].map(([status, each]) => [
        status,
        [...new Set(each.flatMap(productsOf))],
      ]),
    ),
    ...(flags.length > 0 && { flags }),
    ...(threats.length > 0 && { threats }),
    ...(remediations.length > 0 && { remediations }),
  }
}

const isCve = (id: string) => /^CVE-\d{4}-\d{4,}$/.test(id)

/** 'GHSA' of 'GHSA-…'. */
const systemOf = (id: string) => /^[A-Z]+(?=-)/.exec(id)?.[0] ?? 'Assay'

const labelOf = ({ justification }: PublishedStatement) =>
  justification === null ? null : vexLabelOf(justification)

function flagOf(statement: PublishedStatement, products: readonly string[]) {
  const label = labelOf(statement)
  return label === null ? [] : [{ label, product_ids: products }]
}

/** What is not affected has a flag or a reason in words. */
function threatOf(statement: PublishedStatement, products: readonly string[]) {
  const details = statement.detail || (labelOf(statement) === null ? statement.justification || noReason : '')
  return details === '' ? [] : [{ category: 'impact', details, product_ids: products }]
}

/** What is affected says what to do. */
function remediationOf({ detail, recommendation }: PublishedStatement, products: readonly string[]) {
  const details = [recommendation, detail].filter((text) => text !== '').join(' ')
  return {
    category: recommendation === '' ? 'none_available' : 'vendor_fix',
    details: details || 'No remediation is known.',
    product_ids: products,
  }
}
