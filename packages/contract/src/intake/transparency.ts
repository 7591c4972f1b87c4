import { z } from 'zod'
import { updateReasons } from '../publications.ts'
import { binary, endpointsForOthers } from '../endpoint.ts'

// The Transparency Exchange API, version 0.4.0, with which customers' tools fetch the documents of a product's release:
// https://github.com/CycloneDX/transparency-exchange-api. A product is a project here, a release one of its published
// versions. Neither the SDK nor the OpenAPI document has these calls.

export const teaVersion = '0.4.0'
const base = `/tea/v${teaVersion}` as const

/** To the second. */
const Time = z.string()
const Uuid = z.string()

const Identifier = z.object({ idType: z.enum(['CPE', 'TEI', 'PURL']), idValue: z.string() })

const Product = z.object({ uuid: Uuid, name: z.string(), identifiers: z.array(Identifier) })
export type TeaProduct = z.infer<typeof Product>

const ProductRelease = z.object({
  uuid: Uuid,
  product: Uuid,
  productName: z.string(),
  version: z.string(),
  createdDate: Time,
  releaseDate: Time,
  preRelease: z.boolean(),
  identifiers: z.array(Identifier),
  components: z.array(z.object({ uuid: Uuid })),
})
export type TeaRelease = z.infer<typeof ProductRelease>

const Artifact = z.object({
  uuid: Uuid,
  /** Counts from 1. */
  version: z.int(),
  name: z.string(),
  type: z.enum(['BOM', 'VULNERABILITIES']),
  createdDate: Time,
  formats: z.array(
    z.object({
      mediaType: z.string(),
      description: z.string(),
      url: z.string(),
      /** Ed25519, of the bytes of the document; absent if the server has no key. */
      signatureUrl: z.string().optional(),
      checksums: z.array(z.object({ algType: z.literal('SHA-256'), algValue: z.string() })),
    }),
  ),
})
export type TeaArtifact = z.infer<typeof Artifact>

const Collection = z.object({
  /** Of the release. */
  uuid: Uuid,
  version: z.int(),
  date: Time,
  belongsTo: z.literal('PRODUCT_RELEASE'),
  updateReason: z.object({ type: z.enum(updateReasons) }),
  artifacts: z.array(Artifact),
})
export type TeaCollection = z.infer<typeof Collection>

const pageOf = <S extends z.ZodType>(item: S) =>
  z.object({
    timestamp: Time,
    pageStartIndex: z.int(),
    pageSize: z.int(),
    totalResults: z.int(),
    results: z.array(item),
  })

const Page = {
  pageOffset: z.coerce.number().int().min(0).default(0),
  pageSize: z.coerce.number().int().min(1).max(100).default(100),
}
/** Of what is looked for: nothing is listed without its identifier. */
const Wanted = z.object({ idType: z.string().max(20), idValue: z.string().max(1000), ...Page })

/** Common Lifecycle Enumeration (ECMA-428). */
const Lifecycle = z.object({
  /** Newest first. */
  events: z.array(
    z.object({
      id: z.int(),
      type: z.enum(['released', 'endOfSupport']),
      effective: Time,
      published: Time,
      version: z.string().optional(),
      versions: z.array(z.object({ version: z.string() })).optional(),
      supportId: z.string().optional(),
    }),
  ),
  definitions: z
    .object({ support: z.array(z.object({ id: z.string(), description: z.string() })) })
    .optional(),
})
export type TeaLifecycle = z.infer<typeof Lifecycle>

const open = { method: 'GET', permission: 'public', ignoresLogin: true } as const

const group = {
  wellKnown: {
    ...open,
    path: '/.well-known/tea',
    summary: 'Where the Transparency Exchange API is',
    responses: {
      200: z.object({
        schemaVersion: z.literal(1),
        endpoints: z.array(
          z.object({ url: z.string(), versions: z.array(z.string()), priority: z.number() }),
        ),
      }),
    },
  },
  discovery: {
    ...open,
    path: `${base}/discovery`,
    errors: ['notFound'],
    summary: 'The release that an identifier (TEI) names',
    query: z.object({ tei: z.string().max(1000) }),
    responses: {
      200: z.array(
        z.object({
          productReleaseUuid: Uuid,
          servers: z.array(z.object({ rootUrl: z.string(), versions: z.array(z.string()) })),
        }),
      ),
    },
  },
  product: {
    ...open,
    path: `${base}/product/{uuid}`,
    summary: 'A product',
    responses: { 200: Product },
  },
  releases: {
    ...open,
    path: `${base}/product/{uuid}/releases`,
    summary: 'Releases of a product, newest first',
    query: z.object(Page),
    responses: { 200: pageOf(ProductRelease) },
  },
  products: {
    ...open,
    path: `${base}/products`,
    summary: 'The product with an identifier',
    query: Wanted,
    responses: { 200: pageOf(Product) },
  },
  productReleases: {
    ...open,
    path: `${base}/productReleases`,
    summary: 'The release with an identifier',
    query: Wanted,
    responses: { 200: pageOf(ProductRelease) },
  },
  release: {
    ...open,
    path: `${base}/productRelease/{uuid}`,
    summary: 'A release',
    responses: { 200: ProductRelease },
  },
  lifecycle: {
    ...open,
    path: `${base}/productRelease/{uuid}/cle`,
    summary: 'When a release was published, and until when it is supported',
    responses: { 200: Lifecycle },
  },
  collections: {
    ...open,
    path: `${base}/productRelease/{uuid}/collections`,
    summary: 'Every collection of documents of a release, newest first',
    responses: { 200: z.array(Collection) },
  },
  collection: {
    ...open,
    path: `${base}/productRelease/{uuid}/collection/{version}`,
    summary: 'A collection of a release by its version, or the latest',
    responses: { 200: Collection },
  },
  artifact: {
    ...open,
    path: `${base}/artifact/{uuid}`,
    summary: 'The latest version of a document',
    responses: { 200: Artifact },
  },
  artifactVersion: {
    ...open,
    path: `${base}/artifact/{uuid}/{version}`,
    summary: 'A document by its version, or the latest',
    responses: { 200: Artifact },
  },
  download: {
    ...open,
    path: `${base}/artifact/{uuid}/{version}/document`,
    summary: 'The document itself',
    responses: { 200: binary('application/octet-stream') },
  },
  signature: {
    ...open,
    path: `${base}/artifact/{uuid}/{version}/signature`,
    summary: 'The signature of a document',
    responses: { 200: binary('application/octet-stream') },
  },
} as const

export const transparency: typeof group = endpointsForOthers(group)
