import { z } from 'zod'
import { endpoints } from './endpoint.ts'
import { findInputIssue } from './input-rules.ts'
import { messages } from './problem.ts'

/**
 * What a property is set to: an object, or null for an empty value. A text must be JSON of an object.
 */
export const PropertyValue = z.unknown().transform((given, context) => {
  const refuse = (message: string) => {
    context.addIssue({ code: 'custom', message })
    return z.NEVER
  }
  if (given === undefined) return refuse(messages.propertyMissing)
  if (given === null || given === '') return null
  let value = given
  if (typeof given === 'string') {
    try {
      value = JSON.parse(given)
    } catch {
      return refuse(messages.propertyContentInvalid)
    }
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value) || findInputIssue(value))
    return refuse(messages.propertyInvalid)
  return value as Record<string, unknown>
})

/** Any 404 is null: whether the property was never set or its owner is not there. */
const NoValue = z.null().catch(null)

const Stored = z.record(z.string(), z.unknown()).nullable()

/** Experimental features and organizations are settings of an account, and missed as such. */
const settingsOfAccount = ['experimental', 'autogroupings']

/** Small objects that clients keep with an account or a team. One that was never set is null. */
export const properties = endpoints({
  ofAccount: {
    method: 'GET',
    path: '/api/v1/accounts/{accountUuid}/properties/{name}',
    missingName: messages.accountsUuidMissing,
    permission: 'account.read',
    summary: 'A property of the account; 404 with null if it was never set',
    responses: { 200: Stored, 404: NoValue },
  },
  setOfAccount: {
    method: 'POST',
    path: '/api/v1/accounts/{accountUuid}/properties/{name}',
    missingName: ({ name = '' }) =>
      settingsOfAccount.includes(name) ? messages.accountMissing : messages.accountsUuidMissing,
    permission: 'account.edit',
    summary: 'Set a property of the account: an object, JSON text of one, or null',
    body: PropertyValue,
    errors: ['nameInvalid', 'loginTooOld'],
    responses: { 200: Stored },
  },
  ofTeam: {
    method: 'GET',
    path: '/api/v1/teams/{teamUuid}/properties/{name}',
    missingName: messages.teamsUuidMissing,
    permission: 'teams.read',
    summary: 'A property of a team; 404 with null if it was never set',
    responses: { 200: Stored, 404: NoValue },
  },
  setOfTeam: {
    method: 'POST',
    path: '/api/v1/teams/{teamUuid}/properties/{name}',
    missingName: messages.teamsUuidMissing,
    permission: 'teams.edit',
    features: ['teams'],
    summary: 'Set a property of a team: an object, JSON text of one, or null',
    body: PropertyValue,
    errors: ['nameInvalid'],
    responses: { 200: Stored },
  },
})
