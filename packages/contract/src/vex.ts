import { vexEffects, vexFormats, vexStatuses } from '@assay/engine/vocabulary.ts'
import { z } from 'zod'
import { binary, endpoints, FilePart, form } from './endpoint.ts'
import { EpochMs, Uuid } from './vocabulary.ts'

/** What a supplier's "not affected" and "fixed" do to score and counts. */
export const VexEffect = z.enum(vexEffects)

export const VexDocument = z
  .object({
    uuid: Uuid,
    format: z.enum(vexFormats),
    /** The document's own identifier; a newer version of it takes the place of the older one. */
    documentId: z.string(),
    title: z.string(),
    author: z.string(),
    /** When its author issued it. */
    timestamp: EpochMs,
    statementCount: z.int(),
    /** null: for all projects of the account or of the teams. */
    projectUuid: Uuid.nullable(),
    /** Given by who administers teams: it holds for their projects; null: for all of the account. */
    teamUuids: z.array(Uuid).nullable(),
    createdBy: Uuid,
    createdAt: EpochMs,
  })
  .meta({ id: 'VexDocument' })
export type VexDocument = z.infer<typeof VexDocument>

const Product = z.object({
  /** A package URL, or another identifier. */
  id: z.string(),
  /** 'vers:npm/<4.17.21'; null: the version in the id, or all. */
  versions: z.string().nullable(),
})

export const VexStatement = z
  .object({
    /** The vulnerability's id and its aliases. */
    ids: z.array(z.string()),
    status: z.enum(vexStatuses),
    justification: z.string().nullable(),
    detail: z.string(),
    product: Product,
    /** The component of the product that the statement is on; null: the product itself. */
    subcomponent: Product.nullable(),
    timestamp: EpochMs,
  })
  .meta({ id: 'VexStatement' })
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
      'Add an OpenVEX, CSAF or CycloneDX VEX document, for one project or for the whole account; the projects concerned are rescanned',
    body: form({
      file: FilePart,
      projectUuid: z.union([z.literal('').transform(() => undefined), Uuid]).optional(),
    }),
    errors: ['unreadableDocument'],
    responses: {
      200: VexDocument.extend({
        /** Statements that could not be used, and why. */
        issues: z.array(z.object({ code: z.string(), message: z.string(), where: z.string() })),
      }).meta({ id: 'AddedVexDocument' }),
    },
  },
  statements: {
    method: 'GET',
    path: '/api/v1/accounts/{accountUuid}/vex/{vexUuid}/statements',
    permission: 'policies.read',
    summary: 'The statements of a VEX document',
    responses: { 200: z.array(VexStatement) },
  },
  document: {
    method: 'GET',
    path: '/api/v1/accounts/{accountUuid}/vex/{vexUuid}/document',
    permission: 'policies.read',
    summary: 'A VEX document as it was added',
    responses: { 200: binary('application/octet-stream') },
  },
  remove: {
    method: 'DELETE',
    path: '/api/v1/accounts/{accountUuid}/vex/{vexUuid}',
    permission: 'policies.delete',
    summary: 'Withdraw a VEX document; the projects concerned are rescanned',
    responses: { 200: z.object({}) },
  },
})
