import { defectDojo } from '@assay/contract/intake/defect-dojo.ts'
import { maxListed, scanTypes } from '@assay/contract/intake/defect-dojo-inputs.ts'
import type { AppContext } from '#context.ts'
import type { Handlers } from '#auth/router/handler.ts'
import { registerRoutes } from '#auth/router/register-routes.ts'
import { respond } from '#auth/router/reply.ts'
import { ensureBranch } from '#projects/project-store.ts'
import { ensureProject, findAssigned } from '#projects/projects/ensure-project.ts'
import { branchOf, importScan } from './import-scan.ts'
import { findEngagement, findProduct, listEngagements, type ListRange, listProducts } from './place-store.ts'
import { invalidField, missing, replyAsDefectDojo } from './problem.ts'
import { ensureTest, findTest, listTests } from './test-store.ts'
import { pageOf, productTypeId, wireEngagement, wireProduct, wireTest } from './wire.ts'

/** The calls with which DefectDojo's clients upload reports. Errors below these paths have its form. */
export function defectDojoRoutes({ routes, ...context }: AppContext): void {
  const upload: Calls['importScan'] = async ({ body, ...call }) =>
    respond(201, await importScan(context, call, body))
  void routes.app.register(async (app) => {
    app.setErrorHandler(replyAsDefectDojo)
    registerRoutes({ ...routes, app }, defectDojo, {
      importScan: upload,
      reimportScan: upload,
      ...typeCalls(),
      ...productCalls(context),
      ...engagementCalls(context),
      ...testCalls(context),
    })
  })
}

type Calls = Handlers<typeof defectDojo>
type CallsOf<Names extends keyof Calls> = Pick<Calls, Names>

const rangeOf = ({ limit, offset }: ListRange): ListRange => ({ limit: Math.min(limit, maxListed), offset })

/** Digits only: anything else is an id of nothing. */
function idOf(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text)
  throw missing()
}

function typeCalls(): CallsOf<'productTypes' | 'createProductType' | 'testTypes'> {
  const named = (names: readonly string[], wanted: string | undefined) =>
    names
      .map((name, at) => ({ id: at + 1, name }))
      .filter(({ name }) => wanted === undefined || name === wanted)
  return {
    async productTypes({ request, query: { name, ...range } }) {
      const items = [{ id: productTypeId, name: name ?? 'Projects' }]
      return pageOf(request, { items, total: 1 }, range)
    },
    createProductType: async ({ body: { name = '' } }) => respond(201, { id: productTypeId, name }),
    async testTypes({ request, query: { name, ...range } }) {
      const items = named(scanTypes, name)
      const { limit, offset } = rangeOf(range)
      return pageOf(
        request,
        { items: items.slice(offset, offset + limit), total: items.length },
        { limit, offset },
      )
    },
  }
}

function productCalls({ db }: Pick<AppContext, 'db'>): CallsOf<'products' | 'product' | 'createProduct'> {
  return {
    async products({ caller: { scope }, request, query: { name, ...range } }) {
      const { items, total } = await listProducts(db, scope, { name, ...rangeOf(range) })
      return pageOf(request, { items: items.map(wireProduct), total }, rangeOf(range))
    },
    product: async ({ caller: { scope }, params }) =>
      wireProduct((await findProduct(db, scope, { id: idOf(params.id) })) ?? raise()),
    createProduct: ({ caller: { scope }, change, body: { name, tags } }) =>
      change(async (tx) => {
        if (name === undefined) throw invalidField('name', 'This field is required.')
        if (await findProduct(tx, scope, { name }))
          throw invalidField('name', 'product with this name already exists.')
        const { uuid } = await ensureProject(tx, scope, { url: name, name, tags })
        const after = wireProduct({ uuid, name, tags: tags ?? [] })
        return { result: respond(201, after), target: { projectUuid: uuid }, after }
      }),
  }
}

type EngagementNames = 'engagements' | 'engagement' | 'createEngagement' | 'patchEngagement'

function engagementCalls({ db }: Pick<AppContext, 'db'>): CallsOf<EngagementNames> {
  const engagement: Calls['engagement'] = async ({ caller: { scope }, params }) =>
    wireEngagement((await findEngagement(db, scope, { id: idOf(params.id) })) ?? raise())
  return {
    async engagements({ caller: { scope }, request, query: { name, product: productId, ...range } }) {
      const { items, total } = await listEngagements(db, scope, { name, productId, ...rangeOf(range) })
      return pageOf(request, { items: items.map(wireEngagement), total }, rangeOf(range))
    },
    engagement,
    patchEngagement: engagement,
    createEngagement: ({ caller: { scope }, change, body }) =>
      change(async (tx) => {
        const name = branchOf({ branch_tag: body.branch_tag, engagement_name: body.name })
        const product = await findProduct(tx, scope, { id: body.product ?? 0 })
        if (!product)
          throw invalidField('product', `Invalid pk "${body.product ?? ''}" - object does not exist.`)
        const { uuid: projectUuid } = await findAssigned(tx, scope, { uuid: product.uuid })
        const uuid = await ensureBranch(tx, scope, { projectUuid, name })
        const after = wireEngagement({ uuid, name, projectUuid, projectName: product.name })
        return { result: respond(201, after), target: { projectUuid, branchUuid: uuid }, after }
      }),
  }
}

function testCalls({ db }: Pick<AppContext, 'db'>): CallsOf<'tests' | 'test' | 'createTest'> {
  return {
    async tests({ caller: { scope }, request, query: { title, engagement: engagementId, ...range } }) {
      const { items, total } = await listTests(db, scope, { title, engagementId, ...rangeOf(range) })
      return pageOf(request, { items: items.map(wireTest), total }, rangeOf(range))
    },
    test: async ({ caller: { scope }, params }) =>
      wireTest((await findTest(db, scope, { id: idOf(params.id) })) ?? raise()),
    createTest: ({
      caller: { scope },
      change,
      body: { title = '', engagement: id = 0, test_type: type = 0 },
    }) =>
      change(async (tx) => {
        const scanType = scanTypes[type - 1]
        if (scanType === undefined)
          throw invalidField('test_type', `Invalid pk "${type}" - object does not exist.`)
        const engagement = await findEngagement(tx, scope, { id })
        if (!engagement) throw invalidField('engagement', `Invalid pk "${id}" - object does not exist.`)
        await findAssigned(tx, scope, { uuid: engagement.projectUuid })
        const test = { branchUuid: engagement.uuid, title: title === scanType ? '' : title, scanType }
        const after = wireTest({ ...test, id: await ensureTest(tx, scope, test) })
        const { projectUuid, uuid: branchUuid } = engagement
        return { result: respond(201, after), target: { projectUuid, branchUuid }, after }
      }),
  }
}

const raise = (): never => {
  throw missing()
}
