import { defectDojo } from '@assay/contract/intake/defect-dojo.ts'
import { scanTypes } from '@assay/contract/intake/defect-dojo-inputs.ts'
import type { AppContext } from '#context.ts'
import { registerRoutes } from '#auth/router/register-routes.ts'
import { respond } from '#auth/router/reply.ts'
import { ensureBranch } from '#projects/project-store.ts'
import { ensureProject, findAssigned } from '#projects/projects/ensure-project.ts'
import { type Calls, type CallsOf, idOf, orMissing, rangeOf } from './calls-of.ts'
import { branchOf, importScan } from './import-scan.ts'
import { findEngagement, findProduct, listEngagements, listProducts } from './place-store.ts'
import { invalidField, replyAsDefectDojo } from './problem.ts'
import { ensureTest, findTest, listTests } from './test-store.ts'
import { userCalls } from './user-calls.ts'
import { pageOf, productTypeId, testTypeId, wireEngagement, wireProduct, wireTest } from './wire.ts'
import { describeListed } from './describe-listed.ts'
import { listFindings } from './findings-store.ts'

/** The calls with which DefectDojo's clients upload reports and read what was found. Errors below these paths have its form. */
export function defectDojoRoutes({ routes, ...context }: AppContext): void {
  const upload: Calls['importScan'] = async ({ body, ...call }) =>
    respond(201, await importScan(context, call, body))
  void routes.app.register(async (app) => {
    app.setErrorHandler(replyAsDefectDojo)
    registerRoutes({ ...routes, app }, defectDojo, {
      importScan: upload,
      reimportScan: upload,
      ...userCalls({ routes, ...context }),
      ...findingCalls(context),
      ...typeCalls(),
      ...emptyLists,
      ...productCalls(context),
      ...engagementCalls(context),
      ...testCalls(context),
    })
  })
}

const none: Calls['testImports'] = async ({ request, query }) =>
  pageOf(request, { items: [], total: 0 }, rangeOf(query))

const emptyLists = {
  slaConfigurations: none,
  riskAcceptances: none,
  jiraMappings: none,
  endpointStatus: none,
  testImports: none,
}

const testTypes = scanTypes.map((name) => ({
  id: testTypeId(name),
  name,
  static_tool: true as const,
  dynamic_tool: false as const,
  active: true as const,
}))

type TypeNames = 'productTypes' | 'productType' | 'createProductType' | 'testTypes' | 'testType'

function typeCalls(): CallsOf<TypeNames> {
  return {
    async productTypes({ request, query: { name, name_exact, name__icontains, ...range } }) {
      const items = [{ id: productTypeId, name: name ?? name_exact ?? name__icontains ?? 'Projects' }]
      return pageOf(request, { items, total: 1 }, range)
    },
    async productType({ params }) {
      const found = idOf(params.id) === productTypeId
      return orMissing(found ? { id: productTypeId, name: 'Projects' } : undefined)
    },
    createProductType: async ({ body: { name = '' } }) => respond(201, { id: productTypeId, name }),
    testType: async ({ params }) => orMissing(testTypes.find(({ id }) => id === idOf(params.id))),
    async testTypes({ request, query: { name, name_exact, name__icontains: text, ...range } }) {
      const wanted = name ?? name_exact
      const items = testTypes.filter(
        (each) =>
          (wanted === undefined || each.name === wanted) &&
          each.name.toLowerCase().includes(text?.toLowerCase() ?? ''),
      )
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
    async products({
      caller: { scope },
      request,
      query: { id, name, name_exact, name__icontains: text, ...range },
    }) {
      const filter = { id, name: name ?? name_exact, text }
      const { items, total } = await listProducts(db, scope, { ...filter, ...rangeOf(range) })
      return pageOf(request, { items: items.map(wireProduct), total }, rangeOf(range))
    },
    product: async ({ caller: { scope }, params }) =>
      wireProduct(orMissing(await findProduct(db, scope, { id: idOf(params.id) }))),
    createProduct: ({ caller: { scope }, change, body: { name, tags } }) =>
      change(async (tx) => {
        if (name === undefined) throw invalidField('name', 'This field is required.')
        if (await findProduct(tx, scope, { name }))
          throw invalidField('name', 'product with this name already exists.')
        const { uuid } = await ensureProject(tx, scope, { url: name, name, tags })
        const after = wireProduct({ uuid, name, tags: tags ?? [], createdAt: new Date() })
        return { result: respond(201, after), target: { projectUuid: uuid }, after }
      }),
  }
}

type EngagementNames = 'engagements' | 'engagement' | 'createEngagement' | 'patchEngagement'

function engagementCalls({ db }: Pick<AppContext, 'db'>): CallsOf<EngagementNames> {
  const engagement: Calls['engagement'] = async ({ caller: { scope }, params }) =>
    wireEngagement(orMissing(await findEngagement(db, scope, { id: idOf(params.id) })))
  return {
    async engagements({ caller: { scope }, request, query: { product: productId, ...query } }) {
      const { id, branch_tag: tag, name = query.name_exact ?? tag, name__icontains: text } = query
      const filter = { id, productId, name, text }
      const { items, total } = await listEngagements(db, scope, { ...filter, ...rangeOf(query) })
      return pageOf(request, { items: items.map(wireEngagement), total }, rangeOf(query))
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
        const after = wireEngagement({
          uuid,
          name,
          projectUuid,
          projectName: product.name,
          createdAt: new Date(),
        })
        return { result: respond(201, after), target: { projectUuid, branchUuid: uuid }, after }
      }),
  }
}

function testCalls({ db }: Pick<AppContext, 'db'>): CallsOf<'tests' | 'test' | 'createTest'> {
  return {
    async tests({ caller: { scope }, request, query }) {
      const { id, title, engagement: engagementId, engagement__product: productId, test_type: type } = query
      const scanType = type === undefined ? undefined : (scanTypes[type - 1] ?? '')
      const filter = { id, title, engagementId, productId, scanType }
      const { items, total } = await listTests(db, scope, { ...filter, ...rangeOf(query) })
      return pageOf(request, { items: items.map(wireTest), total }, rangeOf(query))
    },
    test: async ({ caller: { scope }, params }) =>
      wireTest(orMissing(await findTest(db, scope, { id: idOf(params.id) }))),
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

function findingCalls({ db }: Pick<AppContext, 'db'>): CallsOf<'findings' | 'finding'> {
  return {
    async findings({ caller: { scope }, request, query: { test__test_type: type, ...filter } }) {
      const range = rangeOf(filter)
      const scanType = type === undefined ? undefined : (scanTypes[type - 1] ?? '')
      const { items, total } = await listFindings(db, scope, { ...filter, scanType, ...range })
      return pageOf(request, { items: await describeListed(db, scope, items), total }, range)
    },
    async finding({ caller: { scope }, params }) {
      const { items } = await listFindings(db, scope, { id: idOf(params.id), limit: 1, offset: 0 })
      const [finding] = await describeListed(db, scope, items)
      return orMissing(finding)
    },
  }
}
