import type { Scope } from '#auth/scope.ts'
import { respond } from '#auth/router/reply.ts'
import { Problem } from '#platform/http/problem.ts'
import { ServiceFailure, UnexpectedResponse } from './call-service.ts'
import { type CheckResult, type Integration, type IntegrationContext, Postponed } from './integration.ts'
import type { Language } from '@assay/contract/languages.ts'
import { wordedIn } from '#platform/texts/text.ts'
import { resolveSettings } from './resolve-settings.ts'

/** Tests the credentials: 200 if the service accepts them, 400 if it rejects them, 502 if it does neither. */
export async function checkSetup(
  context: IntegrationContext,
  scope: Scope,
  { integration, input, language }: { integration: Integration; input: object; language: Language },
) {
  const { all } = await resolveSettings(context, scope, { integration, input })
  const { isValid, message: wording } = await resultOf(() => integration.check(context, all))
  const message = wordedIn(language, wording)
  if (isValid) return respond(200, { isValid: true as const, message })
  return respond(400, { errorType: 'credentialsInvalid' as const, message })
}

async function resultOf(check: () => Promise<CheckResult>): Promise<CheckResult> {
  try {
    return await check()
  } catch (error) {
    if (error instanceof UnexpectedResponse) return { isValid: false, message: error.wording }
    if (error instanceof Postponed || error instanceof ServiceFailure)
      throw new Problem(502, 'sourceFailed', error.wording)
    throw error
  }
}
