import { contract } from '@assay/contract/contract.ts'
import type { FastifyRequest } from 'fastify'
import { documentLanguage } from '#accounts/members/document-language.ts'
import { registerRoutes } from '#auth/router/register-routes.ts'
import type { Caller } from '#auth/scope.ts'
import type { AppContext } from '#context.ts'
import type { Tx } from '#platform/database/database.ts'
import { isUuid } from '#platform/http/is-uuid.ts'
import { throwNotFound } from '#platform/http/problem.ts'
import { changeCase, closeCase, lockVisible, lockWhole, openByMember, settle } from './change-case.ts'
import { insertEntry } from './entry-store.ts'
import { readCase } from './read-case.ts'
import { readPage } from './read-page.ts'
import { readSettings, saveSettings } from './setting-store.ts'
import { type CaseRow, findCase } from './store.ts'

interface CaseRequest {
  caller: Caller
  params: { caseUuid: string }
  request: FastifyRequest
}

export function casesRoutes({ routes, db }: Pick<AppContext, 'routes' | 'db'>): void {
  const changed = async (
    tx: Tx,
    { caller, request }: Pick<CaseRequest, 'caller' | 'request'>,
    uuid: string,
  ) => {
    const row = (await findCase(tx, caller.scope, uuid)) ?? throwNotFound('case')
    const language = await documentLanguage(tx, caller, request)
    return readCase(tx, caller.scope, { row, language })
  }

  registerRoutes(routes, contract.cases, {
    list: ({ caller: { scope }, query }) => readPage(db, scope, query),
    async get({ caller, params, request }) {
      const row =
        (isUuid(params.caseUuid) && (await findCase(db, caller.scope, params.caseUuid))) ||
        throwNotFound('case')
      return readCase(db, caller.scope, { row, language: await documentLanguage(db, caller, request) })
    },
    create: ({ caller, body, request, change }) =>
      change(async (tx) => {
        const uuid = await openByMember(tx, caller, body)
        const result = await changed(tx, { caller, request }, uuid)
        return { result, target: { caseUuid: uuid }, after: body }
      }),
    update: ({ body, change, ...asked }) =>
      change(async (tx) => {
        const row = await lockWhole(tx, asked.caller, asked.params.caseUuid)
        await changeCase(tx, asked.caller, { row, body })
        return { result: await changed(tx, asked, row.uuid), before: auditedOf(row), after: body }
      }),
    settle: ({ body, change, ...asked }) =>
      change(async (tx) => {
        const row = await lockWhole(tx, asked.caller, asked.params.caseUuid)
        await settle(tx, asked.caller, { row, body })
        const before = { isDone: !body.isDone }
        return { result: await changed(tx, asked, row.uuid), before, after: body }
      }),
    comment: ({ body, change, ...asked }) =>
      change(async (tx) => {
        const { uuid } = await lockVisible(tx, asked.caller, asked.params.caseUuid)
        const { memberUuid } = asked.caller
        await insertEntry(tx, asked.caller.scope, { caseUuid: uuid, kind: 'comment', memberUuid, ...body })
        return { result: await changed(tx, asked, uuid), after: body }
      }),
    close: ({ body, change, ...asked }) =>
      change(async (tx) => {
        const row = await lockWhole(tx, asked.caller, asked.params.caseUuid)
        await closeCase(tx, asked.caller, { row, body })
        return {
          result: await changed(tx, asked, row.uuid),
          before: { isOpen: row.closedAt === null },
          after: body,
        }
      }),
    settings: ({ caller }) => readSettings(db, caller.scope),
    configure: ({ caller, body, change }) =>
      change(async (tx) => {
        const before = await readSettings(tx, caller.scope)
        await saveSettings(tx, caller.scope, body)
        return { result: body, before, after: body }
      }),
  })
}

const auditedOf = ({ ownerUuid, measureAt, facts, notes }: CaseRow) => ({
  ownerUuid,
  measureAt: measureAt?.getTime() ?? null,
  facts,
  notes,
})
