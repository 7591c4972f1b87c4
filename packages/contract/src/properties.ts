import { z } from 'zod'
import { endpoints } from './endpoint.ts'
import { findInputIssue } from './input-rules.ts'
import { messages } from './problem.ts'

/** The value of a property: an object, or null for an empty value. Strings must be JSON objects. */
export const PropertyValue = z
  .unknown()
  .transform((given, context) => {
    const reject = (message: string) => {
      context.addIssue({ code: 'custom', message })
      return z.NEVER
    }
    if (given === undefined) return reject(messages.propertyMissing)
    if (given === null || given === '') return null
    let value = given
    if (typeof given === 'string') {
      try {
        value = JSON.parse(given)
      } catch {
        return reject(messages.propertyContentInvalid)
      }
    }
    if (typeof value !== 'object' || value === null || Array.isArray(value) || findInputIssue(value))
      return reject(messages.propertyInvalid)
    return value as Record<string, unknown>
  })
  .meta({
    anyOf: [
      { type: 'object', additionalProperties: {} },
      { type: 'null' },
      { type: 'string', contentMediaType: 'application/json' },
    ],
  })

/** Any 404 has the body null, whether the property or its owner does not exist. */
const NoValue = z.null().catch(null)

const Stored = z.record(z.string(), z.unknown()).nullable()

/** Experimental features and organizations are account settings and have the same 404. */
const settingsOfAccount = ['experimental', 'autogroupings']

/** Small objects that clients store with an account or a team. Unset properties are null. */
export const properties = endpoints({
  ofAccount: {
    method: 'GET',
    path: '/api/v1/accounts/{accountUuid}/properties/{name}',
    missingName: messages.accountsUuidMissing,
    permission: 'account.read',
    summary: 'Get a property of the account; 404 with null if it was never set',
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
    summary: 'Get a property of a team; 404 with null if it was never set',
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
