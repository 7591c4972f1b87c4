import { contract } from '@assay/contract/contract.ts'
import {
  eraFormats,
  eraIntervals,
  eraPurposes,
  eraSections,
  type Era,
  type NewEra,
} from '@assay/contract/eras.ts'
import type { Language } from '@assay/contract/languages.ts'
import type { z } from 'zod'
import { documentLanguage } from '#accounts/members/document-language.ts'
import type { AppContext } from '#context.ts'
import type { Changed } from '#auth/router/change.ts'
import { registerRoutes } from '#auth/router/register-routes.ts'
import { respond } from '#auth/router/reply.ts'
import type { Caller } from '#auth/scope.ts'
import type { Tx } from '#platform/database/database.ts'
import { streamItems } from '#platform/http/item-stream.ts'
import { throwNotFound } from '#platform/http/problem.ts'
import { resolveWindow } from '#reporting/numbers/window.ts'
import { failed, runOf } from '#reporting/exports/export-state.ts'
import { type EraRequest, EraSubject, eraDays, eraKind } from './era-request.ts'
import { openExport } from '#reporting/exports/open-export.ts'
import { resolveAbout } from './resolve-about.ts'
import { addSchedule, removeSchedule, wireSchedule } from './schedules.ts'
import { schedulePages } from './schedule-store.ts'
import { deleteExport, exportPages, type ExportRow, findExport } from '#reporting/exports/store.ts'
import { openFile } from '#reporting/exports/stored-file.ts'
import { mediaTypeOfFormat } from './write-era.ts'

export function erasRoutes(context: AppContext): void {
  const { routes, db, config, mail } = context

  registerRoutes(routes, contract.eras, {
    async create({ caller, body, request, change }) {
      const language = await documentLanguage(db, caller, request)
      return respond(
        201,
        await change((tx) => openEra(context, tx, { caller, request: { ...body, language } })),
      )
    },

    list: async ({ caller }) => streamItems(exportPages(db, caller.scope, eraKind), wireEra),

    config: async () => ({
      purposes: [...eraPurposes],
      sections: [...eraSections],
      formats: [...eraFormats],
      intervals: [...eraIntervals],
      maxWindowDays: config.metricsWindowDays,
      keptDays: eraDays,
      sendsMail: mail !== null,
    }),

    schedules: async ({ caller }) => streamItems(schedulePages(db, caller.scope), wireSchedule),

    async createSchedule({ caller, body, request, change }) {
      const language = await documentLanguage(db, caller, request)
      return change((tx) => addSchedule(tx, caller, { ...body, language }))
    },

    removeSchedule: ({ caller, params, change }) =>
      change(async (tx) => ({
        result: respond(204, ''),
        before: await removeSchedule(tx, caller.scope, params.scheduleUuid),
      })),

    async progress({ caller, params }) {
      const { state, progress, reason } =
        (await findExport(db, caller.scope, { kind: eraKind, uuid: params.eraUuid })) ??
        throwNotFound('report')
      if (state === 'ready') return 100 as const
      if (state === 'failed') throw failed(reason)
      return respond(404, String(Math.min(99, progress)))
    },

    async file({ caller, params: { eraUuid, format }, reply }) {
      const row = await findExport(db, caller.scope, { kind: eraKind, uuid: eraUuid })
      const mediaType = mediaTypeOfFormat(format)
      if (!row || row.state !== 'ready' || !mediaType || !row.formats.includes(format))
        throwNotFound('report')
      const content = (await openFile(db, runOf(row), format)) ?? throwNotFound('report')
      reply.header('content-disposition', `attachment; filename="report-${row.uuid}.${format}"`)
      reply.header('content-type', mediaType)
      // The body may be a stream, so the content type must be set explicitly.
      return content as unknown as Uint8Array<ArrayBuffer>
    },

    remove: ({ caller, params, change }) =>
      change(async (tx) => {
        const of = { kind: eraKind, uuid: params.eraUuid }
        const row = (await findExport(tx, caller.scope, of)) ?? throwNotFound('report')
        await deleteExport(tx, caller.scope, row.uuid)
        return { result: respond(204, ''), before: row.request }
      }),
  })
}

interface Requested {
  caller: Pick<Caller, 'scope' | 'email'>
  request: z.output<typeof NewEra> & { language: Language }
}

/** Queues a report over the requested period. */
async function openEra(
  context: Pick<AppContext, 'config' | 'queue'>,
  tx: Tx,
  { caller: { scope, email }, request: { startDate: from, endDate: to, language, ...subject } }: Requested,
): Promise<Changed<string>> {
  const window = { startDate: from, endDate: to }
  const { startDate, endDate } = resolveWindow(window, context.config.metricsWindowDays, new Date())
  const { about, visibility } = await resolveAbout(tx, scope, { ...subject, language })
  const request: EraRequest = { ...about, startDate, endDate, isScheduled: false, language }
  const made = { ...visibility, kind: eraKind, request, formats: about.formats, keptDays: eraDays }
  const result = await openExport(context, tx, { scope, email, ...made })
  return { result, target: { eraUuid: result }, after: request }
}

function wireEra(row: ExportRow): Era {
  return {
    uuid: row.uuid,
    ...EraSubject.parse(row.request),
    state: row.state as Era['state'],
    progress: row.progress,
    reason: row.reason,
    createdBy: row.created_by,
    createdAt: row.created_at.getTime(),
    finishedAt: row.finished_at?.getTime() ?? null,
    expiresAt: row.expires_at.getTime(),
  }
}
