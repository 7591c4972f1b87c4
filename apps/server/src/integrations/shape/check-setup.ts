import type { ErrorType } from '@assay/contract/error-types.ts'
import type { Scope } from '#auth/scope.ts'
import { respond } from '#auth/router/reply.ts'
import type { Integration, IntegrationContext } from './integration.ts'
import { resolveSettings } from './resolve-settings.ts'

/** Tests the credentials: 200 if the service accepts them, otherwise 400. */
export async function checkSetup(
  context: IntegrationContext,
  scope: Scope,
  { integration, given }: { integration: Integration; given: object },
) {
  const { all } = await resolveSettings(context, scope, { integration, given })
  const { isValid, message } = await integration.check(context, all)
  if (isValid) return respond(200, { isValid: true as const, message })
  const errorType: ErrorType = 'credentialsInvalid'
  return respond(400, { errorType, message })
}
