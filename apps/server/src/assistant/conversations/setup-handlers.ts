import { checkOperates, operates } from '#accounts/account/reach-account.ts'
import type { contract } from '@assay/contract/contract.ts'
import type { Handlers } from '#auth/router/handler.ts'
import { respond } from '#auth/router/reply.ts'
import type { AppContext } from '#context.ts'
import { checkModel, pingModel } from '#assistant/model/check-service.ts'
import { ModelError } from '#assistant/model/read-chat.ts'
import {
  describe,
  findActiveService,
  hostOf,
  removeService,
  resolveService,
  saveService,
} from '#assistant/model/connection.ts'
import { findService, isAllowed, setAllowed } from '#assistant/model/store.ts'
import { wordedIn } from '#platform/texts/text.ts'
import { isoDay } from '@assay/engine/time.ts'
import { ownerOf } from './store.ts'
import { findUse, hasAsked } from './use-store.ts'

type Calls = 'ping' | 'state' | 'allow' | 'service' | 'saveService' | 'checkService' | 'removeService'

/** The model service, its access and its remaining budget. */
export const serviceHandlers = ({
  db,
  config,
  vault,
}: AppContext): Pick<Handlers<typeof contract.barista>, Calls> => ({
  async ping() {
    const service = await findActiveService({ db, vault })
    if (!service) return { status: 'off' as const, model: null, latencyMs: null }
    const from = performance.now()
    const reason = await pingModel(config, service)
    if (reason !== null) return respond(503, { status: 'failing', reason })
    return { status: 'ok' as const, model: service.model, latencyMs: Math.round(performance.now() - from) }
  },
  async state({ caller }) {
    const owner = ownerOf(caller)
    const row = await findService(db)
    const allowed = await isAllowed(db, caller.scope)
    const status = !row?.isActive ? 'unconfigured' : allowed ? 'on' : 'off'
    const { dailyTokens, model } = describe(row)
    const host = row?.isActive ? hostOf(row) : null
    return {
      status,
      host,
      model: row?.isActive ? model : null,
      usedTokens: (await findUse(db, owner, isoDay(new Date()))).tokens,
      dailyTokens,
      hasAsked: host !== null && (await hasAsked(db, owner, host)),
      isAllowed: allowed,
      isOperator: await operates(db, caller),
    }
  },
  allow: ({ caller: { scope }, body, change }) =>
    change(async (tx) => {
      const before = { isAllowed: await isAllowed(tx, scope) }
      await setAllowed(tx, scope, body.isAllowed)
      return { result: body, before, after: body }
    }),
  async service({ caller }) {
    await checkOperates(db, caller)
    return describe(await findService(db))
  },
  async saveService({ caller, body, change }) {
    await checkOperates(db, caller)
    return change((tx) => saveService({ tx, vault }, body))
  },
  async checkService({ caller, query: { language }, body }) {
    await checkOperates(db, caller)
    try {
      const { hasTools, message } = await checkModel(config, await resolveService({ db, vault }, body))
      return { isValid: true as const, hasTools, message: wordedIn(language, message) }
    } catch (error) {
      if (!(error instanceof ModelError)) throw error
      return respond(400, {
        errorType: 'credentialsInvalid' as const,
        message: wordedIn(language, error.wording),
      })
    }
  },
  async removeService({ caller, change }) {
    await checkOperates(db, caller)
    return change((tx) => removeService(tx))
  },
})
