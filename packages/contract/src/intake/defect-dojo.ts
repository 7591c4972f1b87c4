import { z } from 'zod'
import { type Endpoint, endpointsForOthers } from '../endpoint.ts'
import {
  EngagementChange,
  EngagementInput,
  EngagementQuery,
  NameQuery,
  ProductInput,
  ProductTypeInput,
  ScanInput,
  TestInput,
  TestQuery,
} from './defect-dojo-inputs.ts'

// The calls of DefectDojo's clients that upload scans: https://docs.defectdojo.com/. Like those of Dependency-Track,
// neither the SDK nor the OpenAPI document has them. Ids are numbers there; a product is a project here, an engagement
// a branch, and a test one of the documents of its scans.

const Id = z.int()
const Numbers = z.object({ active: z.int(), total: z.int() })

const ProductType = z.object({ id: Id, name: z.string() })
const Product = z.object({
  id: Id,
  name: z.string(),
  description: z.string(),
  prod_type: Id,
  tags: z.array(z.string()),
})
export type Product = z.infer<typeof Product>
const Engagement = z.object({
  id: Id,
  name: z.string(),
  product: Id,
  branch_tag: z.string(),
  status: z.literal('In Progress'),
  engagement_type: z.literal('CI/CD'),
})
export type Engagement = z.infer<typeof Engagement>
const Test = z.object({
  id: Id,
  title: z.string(),
  engagement: Id,
  scan_type: z.string(),
  test_type: Id,
  test_type_name: z.string(),
})
export type Test = z.infer<typeof Test>

/** Documents as text. */
const maxDocumentBodyBytes = 32 * 1024 * 1024

/** Severities in lower case, and total. */
const Statistics = z.object({ after: z.record(z.string(), Numbers) })

const ImportedScan = z.object({
  scan_type: z.string(),
  product_name: z.string(),
  engagement_name: z.string(),
  test: Id,
  test_id: Id,
  engagement_id: Id,
  product_id: Id,
  product_type_id: Id,
  /** Absent while the scan has not ended. */
  statistics: Statistics.optional(),
})
export type ImportedScan = z.infer<typeof ImportedScan>

const pageOf = <S extends z.ZodType>(item: S) =>
  z.object({
    count: z.int(),
    next: z.string().nullable(),
    previous: z.string().nullable(),
    results: z.array(item),
  })

const upload = {
  method: 'POST',
  permission: 'reports.edit',
  body: ScanInput,
  maxBodyBytes: maxDocumentBodyBytes,
  // Some clients send the document as a text field.
  formLimits: { files: 4, fieldSize: maxDocumentBodyBytes },
  errors: ['unreadableDocument', 'bodyMissing', 'invalidForm', 'notFound', 'tooLarge'],
  responses: { 201: ImportedScan },
} as const
const create = { method: 'POST', permission: 'reports.edit', errors: ['notFound'] } as const
const read = { method: 'GET', permission: 'projects.read' } as const

const group = {
  importScan: { ...upload, path: '/api/v2/import-scan/', summary: 'Upload the report of a scanner' },
  reimportScan: {
    ...upload,
    path: '/api/v2/reimport-scan/',
    summary: 'Upload the report of a scanner again, in place of the last one of its test',
  },
  productTypes: {
    ...read,
    path: '/api/v2/product_types/',
    summary: 'Types of products; there is one of every name',
    query: NameQuery,
    responses: { 200: pageOf(ProductType) },
  },
  createProductType: {
    method: 'POST',
    permission: 'reports.edit',
    audited: false,
    repeatable: 'Types of products are not stored.',
    path: '/api/v2/product_types/',
    summary: 'Nothing: types of products are not stored',
    body: ProductTypeInput,
    responses: { 201: ProductType },
  },
  products: {
    ...read,
    path: '/api/v2/products/',
    summary: 'Projects',
    query: NameQuery,
    responses: { 200: pageOf(Product) },
  },
  product: { ...read, path: '/api/v2/products/{id}/', summary: 'A project', responses: { 200: Product } },
  createProduct: {
    ...create,
    path: '/api/v2/products/',
    summary: 'Create a project',
    body: ProductInput,
    responses: { 201: Product },
  },
  engagements: {
    ...read,
    path: '/api/v2/engagements/',
    summary: 'Branches',
    query: EngagementQuery,
    responses: { 200: pageOf(Engagement) },
  },
  engagement: {
    ...read,
    path: '/api/v2/engagements/{id}/',
    summary: 'A branch',
    responses: { 200: Engagement },
  },
  createEngagement: {
    ...create,
    path: '/api/v2/engagements/',
    summary: 'Create a branch',
    body: EngagementInput,
    responses: { 201: Engagement },
  },
  patchEngagement: {
    method: 'PATCH',
    permission: 'reports.edit',
    audited: false,
    path: '/api/v2/engagements/{id}/',
    summary: 'Nothing: a branch keeps its name, and builds and commits are not stored',
    body: EngagementChange,
    responses: { 200: Engagement },
  },
  tests: {
    ...read,
    path: '/api/v2/tests/',
    summary: 'Tests of a branch, each of which has a document in its scans',
    query: TestQuery,
    responses: { 200: pageOf(Test) },
  },
  test: { ...read, path: '/api/v2/tests/{id}/', summary: 'A test', responses: { 200: Test } },
  createTest: {
    ...create,
    path: '/api/v2/tests/',
    summary: 'Create a test of a branch',
    body: TestInput,
    responses: { 201: Test },
  },
  testTypes: {
    ...read,
    path: '/api/v2/test_types/',
    summary: 'Formats that are read',
    query: NameQuery,
    responses: { 200: pageOf(ProductType) },
  },
} as const satisfies Record<string, Endpoint>

export const defectDojo: typeof group = endpointsForOthers(group)
