import { z } from 'zod'
import { endpoints } from './endpoint.ts'
import { EpochMs, Uuid } from './vocabulary.ts'
import { named } from './named.ts'

/** What is stored of one kind: 'sessions', 'audit events'. */
const PersonalRow = named('PersonalRow', {
  section: z.string(),
  /** As stored, without what proves an identity. */
  row: z.record(z.string(), z.unknown()),
})

export const Erasure = named('Erasure', {
  memberUuid: Uuid,
  requestedAt: EpochMs,
  /** null while the past is being rewritten. */
  completedAt: EpochMs.nullable(),
})
export type Erasure = z.infer<typeof Erasure>

export const personalData = endpoints({
  export: {
    method: 'GET',
    path: '/api/v1/accounts/{accountUuid}/members/{memberUuid}/personal-data',
    permission: 'members.edit',
    readsMuch: true,
    summary: 'Everything that is stored of a member as a person, without passwords, keys and secrets',
    responses: { 200: z.array(PersonalRow) },
  },
  erase: {
    method: 'POST',
    path: '/api/v1/accounts/{accountUuid}/members/{memberUuid}/erasure',
    permission: 'members.delete',
    summary:
      'Remove a member, or one removed before, and rewrite what the past says of the person under a pseudonym',
    repeatable: 'an erased member stays erased',
    errors: ['lastAdministrator'],
    responses: { 200: Erasure },
  },
  erasures: {
    method: 'GET',
    path: '/api/v1/accounts/{accountUuid}/erasures',
    permission: 'configuration.read',
    summary: 'Erased members, newest first, to repeat after an older backup was restored; at most 10,000',
    responses: { 200: z.array(Erasure).max(10_000) },
  },
})
