import { z } from 'zod'
import { FilePart } from '../endpoint.ts'
import { optionalNameOf } from '../name.ts'
import { absent, Name, numberOr, ofJsonOrForm, Switch } from './client-inputs.ts'

// Bodies and queries as the clients of DefectDojo send them.

/** Their names of the formats that are read here. What a file is decides its content, not this name. */
export const scanTypes = [
  'Anchore Grype',
  'CycloneDX Scan',
  'Dependency Check Scan',
  'Dependency Track Finding Packaging Format (FPF) Export',
  'Generic Findings Import',
  'GitLab Dependency Scanning Report',
  'NPM Audit Scan',
  'NPM Audit v7+ Scan',
  'OSV Scan',
  'SARIF',
  'SPDX Scan',
  'Snyk Scan',
  'Trivy Scan',
  'pip-audit Scan',
] as const

/** A number in JSON, digits in a form. */
const Id = absent(
  z.union([
    z.int().nonnegative(),
    z
      .string()
      .trim()
      .regex(/^\d{0,16}$/)
      .transform(Number),
  ]),
)

/** 'a,b', or a field for each. */
const Tags = absent(
  z
    .union([
      z.array(z.string().max(5_000)).max(50),
      z
        .string()
        .max(5_000)
        .transform((text) => [text]),
    ])
    .transform((texts) => texts.flatMap((text) => text.split(',')).map((name) => name.trim()))
    .pipe(z.array(optionalNameOf(100)).max(50)),
).transform((names) => names && [...new Set(names.filter((name) => name !== ''))])

/** Of import-scan and reimport-scan. Other fields, such as those that say which findings are closed, are ignored. */
export const ScanInput = ofJsonOrForm(
  z.object({
    scan_type: z.enum(scanTypes, { error: ({ input }) => `"${String(input)}" is not a valid choice.` }),
    file: absent(z.union([z.string(), FilePart, z.array(FilePart)])),
    test: Id,
    engagement: Id,
    product_name: Name,
    engagement_name: Name,
    test_title: Name,
    branch_tag: Name,
    auto_create_context: Switch,
    tags: Tags,
  }),
)
export type ScanInput = z.infer<typeof ScanInput>

export const ProductTypeInput = ofJsonOrForm(z.object({ name: Name }))
export const ProductInput = ofJsonOrForm(z.object({ name: Name, tags: Tags }))
export const EngagementInput = ofJsonOrForm(z.object({ name: Name, product: Id, branch_tag: Name }))
/** Nothing of it is kept. */
export const EngagementChange = ofJsonOrForm(z.looseObject({}))
export const TestInput = ofJsonOrForm(z.object({ title: Name, engagement: Id, test_type: Id }))

export const maxListed = 250

const IdInQuery = z.coerce.number().int().nonnegative().max(Number.MAX_SAFE_INTEGER).optional().catch(0)

export const listQuery = { limit: numberOr(1, 25), offset: numberOr(0, 0) }
export const NameQuery = z.object({ ...listQuery, name: z.string().max(255).optional() })
export const EngagementQuery = z.object({ ...NameQuery.shape, product: IdInQuery })
export const TestQuery = z.object({
  ...listQuery,
  title: z.string().max(255).optional(),
  engagement: IdInQuery,
})
