import type { Scope } from '#auth/scope.ts'
import { respond } from '#auth/router/reply.ts'
import { Problem } from '#platform/http/problem.ts'
import { ServiceFailure, UnexpectedResponse } from './call-service.ts'
import { type CheckResult, type Integration, type IntegrationContext, Postponed } from './integration.ts'
import { resolveSettings } from './resolve-settings.ts'

/** Tests the credentials: 200 if the service accepts them, 400 if it rejects them, 502 if it does neither. */
export async function checkSetup(
  context: IntegrationContext,
  scope: Scope,
  { integration, input }: { integration: Integration; input: object },
) {
  const { all } = await resolveSettings(context, scope, { integration, input })
  const { isValid, message } = await resultOf(() => integration.check(context, all))
  if (isValid) return respond(200, { isValid: true as const, message })
  return respond(400, { errorType: 'credentialsInvalid' as const, message })
}

async function resultOf(check: () => Promise<CheckResult>): Promise<CheckResult> {
  try {
    return await check()
  } catch (error) {
    if (error instanceof UnexpectedResponse) return { isValid: false, message: error.message }
    if (error instanceof Postponed || error instanceof ServiceFailure)
      throw new Problem(502, 'sourceFailed', error.message)
    throw error
  }
}
