import { vexEffects, vexFormats, vexStatuses } from '@assay/engine/vocabulary.ts'
import { z } from 'zod'
import { binary, endpoints, FilePart, form } from './endpoint.ts'
import { SignatureCheck } from './signature-check.ts'
import { EpochMs, Uuid } from './vocabulary.ts'
import { named } from './named.ts'

/** Effect of "not affected" and "fixed" statements on score and counts. */
export const VexEffect = z.enum(vexEffects)

export const VexDocument = named('VexDocument', {
  uuid: Uuid,
  format: z.enum(vexFormats),
  /** The document's own identifier; newer versions replace older ones. */
  documentId: z.string(),
  title: z.string(),
  author: z.string(),
  /** When its author issued it. */
  timestamp: EpochMs,
  statementCount: z.int(),
  /** Statements that have not applied to anything so far. */
  unmatchedCount: z.int(),
  /** null for all projects of the account or teams. */
  projectUuid: Uuid.nullable(),
  /** Set if added by a team administrator: the document applies to the projects of these teams. null: the whole account. */
  teamUuids: z.array(Uuid).nullable(),
  createdBy: Uuid,
  createdAt: EpochMs,
})
export type VexDocument = z.infer<typeof VexDocument>

const Product = z.object({
  /** A package URL, or another identifier. */
  id: z.string(),
  /** 'vers:npm/<4.17.21'; null for the version in the id, or all versions. */
  versions: z.string().nullable(),
})

export const VexStatement = named('VexStatement', {
  /** The vulnerability's id and its aliases. */
  ids: z.array(z.string()),
  status: z.enum(vexStatuses),
  justification: z.string().nullable(),
  detail: z.string(),
  product: Product,
  /** The component the statement is about; null for the product itself. */
  subcomponent: Product.nullable(),
  timestamp: EpochMs,
  /** Why it has not applied to anything so far: its product is not in use, or its vulnerability is unknown. */
  unmatched: z.string().nullable(),
})
export type VexStatement = z.infer<typeof VexStatement>

export const vex = endpoints({
  list: {
    method: 'GET',
    path: '/api/v1/accounts/{accountUuid}/vex',
    permission: 'policies.read',
    summary: 'VEX documents of the account and its projects',
    responses: { 200: z.array(VexDocument) },
  },
  add: {
    method: 'POST',
    path: '/api/v1/accounts/{accountUuid}/vex',
    permission: 'policies.create',
    summary:
      'Add an OpenVEX, CSAF or CycloneDX VEX document, also in a signed envelope (DSSE, in-toto, Sigstore bundle), for one project or the whole account; affected projects are rescanned. One that was changed since it was signed is refused',
    body: form({
      file: FilePart,
      projectUuid: z.union([z.literal('').transform(() => undefined), Uuid]).optional(),
    }),
    errors: ['unreadableDocument'],
    responses: {
      200: VexDocument.extend({
        /** Statements that are unusable, or apply to nothing yet ('vex-unmatched'), with the reason. */
        issues: z.array(z.object({ code: z.string(), message: z.string(), where: z.string() })),
        signature: SignatureCheck,
      }).meta({ id: 'AddedVexDocument' }),
    },
  },
  statements: {
    method: 'GET',
    path: '/api/v1/accounts/{accountUuid}/vex/{vexUuid}/statements',
    permission: 'policies.read',
    summary: 'List the statements of a VEX document',
    responses: { 200: z.array(VexStatement) },
  },
  signature: {
    method: 'GET',
    path: '/api/v1/accounts/{accountUuid}/vex/{vexUuid}/signature',
    permission: 'policies.read',
    summary: 'Whether a VEX document is signed by whom the account trusts now',
    responses: { 200: SignatureCheck },
  },
  document: {
    method: 'GET',
    path: '/api/v1/accounts/{accountUuid}/vex/{vexUuid}/document',
    permission: 'policies.read',
    summary: 'Download a VEX document, unchanged',
    responses: { 200: binary('application/octet-stream') },
  },
  remove: {
    method: 'DELETE',
    path: '/api/v1/accounts/{accountUuid}/vex/{vexUuid}',
    permission: 'policies.delete',
    summary: 'Withdraw a VEX document; affected projects are rescanned',
    responses: { 200: z.object({}) },
  },
})
