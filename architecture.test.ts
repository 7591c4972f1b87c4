import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import { contract } from './packages/contract/src/contract.ts'
import type { Endpoint } from './packages/contract/src/endpoint.ts'
import { errorTypeNames } from './packages/contract/src/error-types.ts'
import { ecosystems } from './packages/engine/src/ecosystems.ts'
import { jobs as jobMessages } from './apps/web/src/messages/jobs.ts'
import { databaseTests, withEveryStatement } from './scripts/database-tests.ts'
import { findDynamicProperties } from './scripts/find-dynamic-properties.ts'
import { findImportCycles } from './scripts/find-import-cycles.ts'

// The rules of ARCHITECTURE.md. Every exception has a comment with its reason.

const root = import.meta.dirname
const skipped = new Set(['node_modules', 'dist', '.git', 'fixtures', 'coverage'])

/** All files in the folder, except the product's own data folder. */
function walk(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (skipped.has(entry.name) || path === join(root, 'data')) return []
    return entry.isDirectory() ? walk(path) : [path]
  })
}

const paths = walk(root).map((path) => relative(root, path).replaceAll('\\', '/'))
const sources = paths
  .filter((path) => /\.tsx?$/.test(path) && path !== 'architecture.test.ts')
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
type Sources = typeof sources

const isTest = (path: string) =>
  /\.test\.tsx?$|\/testing\/|test-cluster|negative-types|reference-matcher/.test(path)
const product = sources.filter(({ path }) => !isTest(path))
const below = (folder: string, files: Sources) => files.filter(({ path }) => path.startsWith(`${folder}/`))
const inside = (folder: string) => below(folder, product)

/** What a file imports: packages by name, files of its own package by their path in the repository. */
const importsOf = ({ path, text }: Sources[number]) =>
  [...text.matchAll(/(?:^(?:import|export|\})[^'\n]*\bfrom|\bimport\()\s*'([^']+)'|^import '([^']+)'/gm)]
    .map((match) => match[1] ?? match[2]!)
    .map((name) => (name.startsWith('.') ? normalize(join(dirname(path), name)) : name))
    .map((name) => name.replace(/^#/, 'apps/server/src/'))

/** Settings of an integration: a schema without any other code of the server. */
const isSettings = (path: string) => /^apps\/server\/src\/integrations\/[\w/-]+\/settings\.ts$/.test(path)

const wrongImports = (files: Sources, isWrong: (name: string, path: string) => boolean) =>
  files.flatMap((file) =>
    importsOf(file)
      .filter((name) => isWrong(name, file.path))
      .map((name) => `${file.path} imports ${name}`),
  )

/** Lines that match outside of comments, as 'path: line'. */
const lines = (files: Sources, pattern: RegExp) =>
  files.flatMap(({ path, text }) =>
    text
      .split('\n')
      .filter((line) => pattern.test(line) && !/^\s*(?:\/\/|\*|\/\*)/.test(line))
      .map((line) => `${path}: ${line.trim()}`),
  )

/** Names at the beginning of code in a document: with two or more words, or called. `readConfig`, `plural(count, …)`. */
const namesInCode = /`([a-z]+[A-Z]\w*|(?:[A-Z][a-z]+){2,}|[A-Za-z]\w*(?=\())(?=[`(<.])/g

/** Files with such lines. */
const users = (files: Sources, pattern: RegExp) => [
  ...new Set(lines(files, pattern).map((line) => line.split(': ', 1)[0]!)),
]

/**
 * Files with state that is filled while the process runs: variables and collections of a module, of a class, or of a
 * function that is called once, at startup.
 */
const keepers = (files: Sources) => {
  const collection = String.raw`new (?:(?:Weak)?(?:Map|Set)(?:<.*>)?\(\)|\w*Cache\b)`
  const ofModule = new RegExp(`^(?:export )?(?:let |const [^=]+= (?:${collection}|[[{][\\]}]))`)
  const ofClass = new RegExp(`^  (?:readonly )?#?\\w+ = ${collection}`)
  const ofFunction = new RegExp(`^  (?:let \\w+: |const [^=]+= ${collection})`)
  const isCalledOnce = (name: string) =>
    /Routes$|^(?:open|start|create|register)[A-Z]|^consume\w*Jobs$/.test(name)
  const isKeeper = (text: string) => {
    let within = ''
    return text.split('\n').some((line) => {
      within = /^(?:export )?(?:async )?(?:function|const) (\w+)/.exec(line)?.[1] ?? within
      return ofModule.test(line) || ofClass.test(line) || (isCalledOnce(within) && ofFunction.test(line))
    })
  }
  return files.filter(({ text }) => isKeeper(text)).map(({ path }) => path)
}

describe('imports run one way, so that each part can be read and tested without its dependents', () => {
  const allowedImports: Record<string, string[]> = {
    'packages/text': [],
    'packages/engine': ['text'],
    'packages/contract': ['text', 'engine'],
    'packages/sdk': ['contract'],
    'packages/osv': ['engine'],
    'apps/server': ['text', 'engine', 'contract', 'osv'],
    'apps/web': ['text', 'engine', 'contract', 'sdk'],
    'apps/cli': ['text', 'engine', 'contract', 'sdk', 'osv'],
  }
  test.each(Object.entries(allowedImports))('%s imports of ours only %j', (folder, allowed) => {
    const isWrong = (name: string, path: string) => {
      // The server's tests call it like its users.
      if (folder === 'apps/server' && isTest(path) && name.startsWith('@assay/sdk/')) return false
      // The settings of an integration are part of its folder, and of its calls.
      if (folder === 'packages/contract' && isSettings(name.replace('@assay/server', 'apps/server/src')))
        return false
      if (name.startsWith('@assay/')) return !allowed.includes(name.split('/')[1]!)
      return /^(?:\.\.|packages|apps|e2e|bench|scripts)\//.test(name) && !name.startsWith(`${folder}/`)
    }
    expect(wrongImports(below(folder, sources), isWrong)).toEqual([])
  })

  test('the contract uses only the vocabulary of the engine, and its rule that keeps credentials out of addresses', () => {
    const allowed = ['@assay/engine/vocabulary.ts', '@assay/engine/url-credentials.ts']
    const isWrong = (name: string) => name.startsWith('@assay/engine/') && !allowed.includes(name)
    expect(wrongImports(inside('packages/contract'), isWrong)).toEqual([])
  })

  test.each(['packages/text', 'packages/engine', 'packages/contract', 'packages/sdk'])(
    '%s builds on no framework, database or page library',
    (folder) => {
      // Parsers have neither state nor side effects.
      const libraries: Record<string, string[]> = {
        'packages/text': [],
        'packages/engine': ['saxes', 'js-yaml', 'smol-toml'],
      }
      const parsers = libraries[folder] ?? ['zod']
      const isWrong = (name: string) =>
        !/^(?:node:|@assay\/|packages\/)/.test(name) && !parsers.includes(name)
      expect(wrongImports(inside(folder), isWrong)).toEqual([])
    },
  )

  test('settings of integrations import only what the contract may import, and each other', () => {
    const settings = product.filter(({ path }) => isSettings(path))
    expect(settings.length).toBeGreaterThan(4)
    const allowed = /^(?:zod|@assay\/contract\/[\w-]+\.ts|@assay\/engine\/url-credentials\.ts)$/
    expect(
      wrongImports(
        settings,
        (name) => !allowed.test(name) && !isSettings(name) && !name.endsWith('/hosts.ts'),
      ),
    ).toEqual([])
  })

  const rings: Record<string, RegExp> = {
    // Numbers, dates and plurals of a language, below the texts that need them.
    language: /^apps\/web\/src\/(?!language\/)|^react|^@tanstack\/|^@assay\/sdk\//,
    // Generic elements, which know nothing about the product.
    ui: /^apps\/web\/src\/(?!ui\/|language\/|messages\/app\.ts$)|^@tanstack\/|^@assay\/(?:sdk|contract)\//,
    widgets: /^apps\/web\/src\/(?:pages\/|routes)/,
    messages: /^apps\/web\/src\/(?!messages\/|language\/)|^@tanstack\/|^@assay\/sdk\//,
    api: /^apps\/web\/src\/(?:pages\/|widgets\/|routes)/,
  }
  test.each(Object.entries(rings))('web/%s does not import outer rings', (ring, outer) => {
    const files = below(`apps/web/src/${ring}`, sources)
    expect(files).not.toEqual([])
    expect(wrongImports(files, (name) => outer.test(name))).toEqual([])
  })

  test('pages do not import each other, and their models import neither React nor the API', () => {
    const pages = below('apps/web/src/pages', sources)
    const areaOf = (path: string) => /^apps\/web\/src\/pages\/(\w+)\//.exec(path)?.[1]
    const other = wrongImports(
      pages,
      (name, path) => areaOf(name) !== undefined && areaOf(name) !== areaOf(path),
    )
    const models = pages.filter(({ path }) => /[/-]model\.ts$/.test(path))
    expect(models).not.toEqual([])
    expect([
      ...other,
      ...wrongImports(models, (name) => /^react|^@tanstack|\/api\/|\.tsx$/.test(name)),
    ]).toEqual([])
  })
})

describe('text, engine and contract are pure, so that the same input gives the same result', () => {
  const pure = [
    ...['packages/text', 'packages/engine', 'packages/contract'].flatMap(inside),
    ...product.filter(({ path }) => isSettings(path)),
  ]

  test('they use no files, network, environment, clock or random numbers', () => {
    const impure =
      /'node:(?!crypto')|\bDate\.now\b|new Date\(\)|\bMath\.random|\brandom(?:UUID|Bytes|Int)\b|getRandomValues|\bprocess\.|\bconsole\.|\bfetch\(|\bperformance\.|\bset(?:Timeout|Interval|Immediate)\(/
    expect(lines(pure, impure)).toEqual([])
  })

  test('Node is only used for hashes and for sizes in bytes', () => {
    expect(users(pure, /'node:crypto'|\bBuffer\./).toSorted()).toEqual(
      [
        // Texts are located in the index by their byte position.
        'packages/engine/src/advisories/index-writer.ts',
        // The uuid of an advisory, or of what a repository excludes, is a hash of its name.
        'packages/engine/src/name-uuid.ts',
      ].toSorted(),
    )
  })
})

describe('imports, including those of types, form no cycle, so that each part can be understood before its dependents:', () => {
  const importsBelow = (folder: string) => {
    const files = inside(`${folder}/src`)
    const known = new Set(files.map(({ path }) => path))
    return files.flatMap((file) =>
      importsOf(file)
        .filter((name) => known.has(name))
        .map((to) => ({ from: file.path, to })),
    )
  }

  const packages = readdirSync(join(root, 'packages')).map((name) => `packages/${name}`)

  test.each([...packages, 'apps/server', 'apps/web', 'apps/cli'])('between folders of %s', (folder) => {
    // Files above the folders compose them, like app.ts and ecosystems.ts, or are below all of them, like vocabulary.ts.
    const isOfFolder = (path: string) => dirname(path) !== `${folder}/src`
    const imports = importsBelow(folder).filter(({ from, to }) => isOfFolder(from) && isOfFolder(to))
    expect(findImportCycles(imports, dirname)).toEqual([])
  })

  test.each([...packages, 'bench', 'e2e'])('between files of %s', (folder) => {
    expect(importsBelow(folder)).not.toEqual([])
    expect(findImportCycles(importsBelow(folder), (path) => path)).toEqual([])
  })

  test.each(readdirSync(join(root, 'apps')))('between files of apps/%s', (app) => {
    // The context has the types of everything that features may use, and features pick theirs from it.
    const imports = importsBelow(`apps/${app}`).filter(({ from }) => from !== 'apps/server/src/context.ts')
    expect(imports).not.toEqual([])
    expect(findImportCycles(imports, (path) => path)).toEqual([])
  })

  test('a cycle of any length is detected, whatever imports it', () => {
    const imports = ['x>a', 'a>b', 'b>c', 'c>a', 'c>y', 'y>z'].map((each) => {
      const [from, to] = each.split('>').map((name) => `${name}/file.ts`)
      return { from: from!, to: to! }
    })
    expect(findImportCycles(imports, dirname).map((line) => line.split(':', 1)[0])).toEqual([
      'a -> b',
      'b -> c',
      'c -> a',
    ])
    expect(findImportCycles(imports, () => 'one')).toEqual([])
  })
})

describe("the server's areas", () => {
  const folder = 'apps/server/src'
  const files = inside(folder)
  /** Each area imports only itself and earlier ones. */
  const order = [
    'platform',
    'auth',
    'projects',
    'accounts',
    'identity',
    'knowledge',
    'scanning',
    'reporting',
    'notifications',
    'integrations',
    'assistant',
    'operations',
    'demo',
  ]
  const areaOf = (path: string) => new RegExp(`^${folder}/([\\w-]+)/`).exec(path)?.[1]

  // A row of the diagram continues on the next line, whose first cell is empty.
  const picture = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8').replaceAll(/ +│\n│ +│ /g, ' ')
  const rows = [...picture.matchAll(/^│ ([\w-]+)\/ +│ (.+?) +│$/gm)].map(([, area, names]) => ({
    area: area!,
    names: names!.split(/[^\w-]+/),
  }))
  /** In the folder of one integration: the picture does not list them. */
  const isService = (path: string) =>
    folderOf(path)[0] === 'integrations' &&
    existsSync(join(root, folder, 'integrations', folderOf(path)[1]!, 'index.ts'))
  const folderOf = (path: string) => path.slice(folder.length + 1).split('/', 2)
  /** Position of the folder within its area. */
  const positionOf = (path: string) => {
    const [area, name] = folderOf(path)
    return rows.find((row) => row.area === area)?.names.indexOf(isService(path) ? 'services' : name!) ?? -1
  }

  test('are those of ARCHITECTURE.md, which lists each folder before its dependents', () => {
    expect([...new Set(files.flatMap(({ path }) => areaOf(path) ?? []))].toSorted()).toEqual(order.toSorted())
    const isMissing = (path: string) =>
      areaOf(path) !== undefined && dirname(path) !== `${folder}/${areaOf(path)}` && positionOf(path) < 0
    expect(files.filter(({ path }) => isMissing(path)).map(({ path }) => path)).toEqual([])
    expect(rows.map(({ area }) => area)).toEqual(order)
    const isEarly = (name: string, path: string) =>
      areaOf(name) === areaOf(path) && positionOf(path) >= 0 && positionOf(name) > positionOf(path)
    expect(wrongImports(files, isEarly)).toEqual([])
  })

  test('import files of other folders by their subpath, `#area/…`, so that moving a file changes no relative paths', () => {
    // The manifest of the repository is outside of this package.
    const isRelative = /(?:\bfrom |\bimport\(|^import )'\.\.\/(?!.*package\.json')/
    expect(lines(below(folder, sources), isRelative)).toEqual([])
  })

  test('import only earlier areas, and of the files above them only the context and the settings', () => {
    const isUpward = (name: string, path: string) => {
      const [area, other] = [areaOf(path), areaOf(name)]
      if (area === undefined || !name.startsWith(`${folder}/`)) return false
      if (other === undefined) return !/\/(?:context|config)\.ts$/.test(name)
      return order.indexOf(other) > order.indexOf(area)
    }
    expect(wrongImports(files, isUpward)).toEqual([])
  })

  /** Each file imports the next. */
  const walks = {
    'an upload, to its job': [
      'scanning/builds/routes.ts',
      'scanning/builds/submit-build.ts',
      'projects/projects/ensure-project.ts',
      'projects/project-store.ts',
    ],
    'an upload, from its job to rows and events': [
      'scanning/scans/scan-build.ts',
      'scanning/scans/record-scan.ts',
      'platform/outbox/store.ts',
      'platform/database/database.ts',
    ],
    'an event, to the mail': [
      'accounts/member-emails/member-notices.ts',
      'platform/email/send-email-job.ts',
      'platform/queue/job.ts',
    ],
    "a member's change, to its event": [
      'identity/password-login/change-password.ts',
      'accounts/member-emails/notify-member.ts',
      'platform/outbox/store.ts',
    ],
    'a login, to the challenge': [
      'identity/password-login/routes.ts',
      'identity/password-login/start-or-challenge.ts',
      'identity/mfa/challenge.ts',
      'auth/login-challenge-store.ts',
    ],
    'a login, from the second factor to the session': [
      'identity/mfa/routes.ts',
      'identity/mfa/use-code.ts',
      'identity/mfa/check-code.ts',
      'identity/mfa/store.ts',
    ],
    'a login, to its session': [
      'identity/mfa/routes.ts',
      'identity/sessions/start-session.ts',
      'identity/sessions/open-session.ts',
      'auth/session-store.ts',
    ],
  }

  test.each(Object.entries(walks))('are never reentered by %s', (_, walk) => {
    const at = walk.map((name) => `${folder}/${name}`)
    const reached = at.slice(1).filter((path, index) => {
      const from = files.find((file) => file.path === at[index])
      return from !== undefined && importsOf(from).includes(path)
    })
    expect(reached).toEqual(at.slice(1))
    const depths = at.map((path) => [order.indexOf(areaOf(path)!), positionOf(path)] as const)
    const rises = depths.filter(([area, place], index) => {
      const [lastArea, lastPlace] = depths[index - 1] ?? [area, place]
      return area > lastArea || (area === lastArea && place > lastPlace)
    })
    expect(rises).toEqual([])
  })
})

describe('in the server', () => {
  const server = inside('apps/server/src')

  test('SQL is only in stores and migrations, so that each table has one owner', () => {
    const isStore = (path: string) =>
      /\/(?:[\w-]+-)?store\.ts$|^apps\/server\/src\/platform\/database\/(?:migrations\/|[\w-]+(?:\.gen)?\.ts$)/.test(
        path,
      )
    const rest = server.filter(({ path }) => !isStore(path))
    const statement = /from 'kysely'|\bsql`|\.(?:selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\(/
    expect(users(rest, statement)).toEqual([
      // The adapter with which the queue's library runs its statements in our transactions.
      'apps/server/src/platform/queue/queue.ts',
    ])
  })

  test('a table is only written by the folder that owns it', () => {
    const schema = readFileSync(join(root, 'apps/server/src/platform/database/schema.gen.ts'), 'utf8')
    const tables = new Set(
      [...schema.slice(schema.indexOf('interface Schema ')).matchAll(/^ {2}(\w+): /gm)].map(
        ([, name]) => name!,
      ),
    )
    const write =
      /\.(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*'(\w+)|\b(?:insert into|update|delete from|merge into)\s+([a-z_]+)/g
    const byVariable =
      /\.(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*\w|\b(?:insert into|update|delete from|merge into)\s+\$\{/
    /** Names in arrays, if the file writes to a table whose name is in a variable. */
    const listedIn = (text: string) =>
      byVariable.test(text) ? [...text.matchAll(/[[,]\s*'(\w+)'(?=[,\]])/g)].map(([, name]) => name!) : []
    const owners = new Map<string, Set<string>>()
    // Replaces the encryption of a value of any table, which stays the same.
    const resealing = 'apps/server/src/platform/secrets/sealed-column-store.ts'
    const stores = server.filter(({ path }) => path.endsWith('store.ts') && path !== resealing)
    for (const { path, text } of stores) {
      const literal = [...text.matchAll(write)].map(([, built, written]) => (built ?? written)!)
      const written = [...literal, ...listedIn(text)].filter((name) => tables.has(name))
      if (byVariable.test(text)) expect(listedIn(text), path).not.toEqual([])
      for (const table of written) owners.set(table, (owners.get(table) ?? new Set()).add(dirname(path)))
    }
    expect(owners.size).toBeGreaterThan(90)
    const shared = [...owners].filter(([, folders]) => folders.size > 1).map(([table]) => table)
    expect(shared).toEqual([])
  })

  test('what is encrypted and stored is in the list of columns that a new key encrypts again', () => {
    expect(users(server, /\bvault\.seal\(|\bsealText\(/).toSorted()).toEqual(
      [
        // The columns of operations/secrets/sealed-columns.ts.
        'apps/server/src/accounts/account/support-token.ts',
        'apps/server/src/assistant/model/connection.ts',
        'apps/server/src/identity/mfa/routes.ts',
        'apps/server/src/identity/sso/oidc/tokens.ts',
        'apps/server/src/identity/sso/setup/routes.ts',
        'apps/server/src/integrations/core/save-setup.ts',
        'apps/server/src/knowledge/registries/credentials.ts',
        'apps/server/src/notifications/channels/channel-secret.ts',
        // Ends within a day: retried responses, logins in progress, messages in the queue.
        'apps/server/src/auth/idempotency/claim.ts',
        'apps/server/src/identity/password-login/save-registration.ts',
        'apps/server/src/identity/sso/sealed-state.ts',
        'apps/server/src/platform/email/send-email-job.ts',
        'apps/server/src/platform/secrets/sealed.ts',
        'apps/server/src/platform/sms/send-sms-job.ts',
      ].toSorted(),
    )
  })

  test('calls make changes in the transaction of their event; only these begin others', () => {
    expect(users(server, /\.transaction\(\)/).toSorted()).toEqual(
      [
        // The first start, before there are calls.
        'apps/server/src/accounts/account/create-first-account.ts',
        // A sync of advisories, in batches: the call that starts it has the event.
        'apps/server/src/knowledge/advisories/affected-branches.ts',
        'apps/server/src/knowledge/advisories/compile-stale.ts',
        'apps/server/src/knowledge/advisories/ingest.ts',
        'apps/server/src/knowledge/advisories/sync-advisories-job.ts',
        'apps/server/src/knowledge/advisories/ingest-signals.ts',
        'apps/server/src/knowledge/advisories/withdraw-missing.ts',
        // The transaction of calls itself.
        'apps/server/src/accounts/audit/change.ts',
        // The end of an answer of the assistant, which has its own event.
        'apps/server/src/assistant/conversations/ask.ts',
        // The renewal of a session, whose event was recorded when it was opened.
        'apps/server/src/identity/sessions/open-session.ts',
        // A registration, which does not belong to an account yet.
        'apps/server/src/identity/password-login/save-registration.ts',
        // The delivery of events to consumers.
        'apps/server/src/platform/outbox/deliver.ts',
        'apps/server/src/platform/outbox/dispatcher.ts',
        // Jobs.
        'apps/server/src/integrations/core/deliver-job.ts',
        'apps/server/src/assistant/conversations/end-overdue-answers-job.ts',
        'apps/server/src/knowledge/advisories/feed-store.ts',
        'apps/server/src/knowledge/advisories/plan-syncs-job.ts',
        'apps/server/src/knowledge/releases/fetch-releases-job.ts',
        'apps/server/src/identity/password-login/forgot-password-job.ts',
        'apps/server/src/identity/password-login/verify-address-job.ts',
        'apps/server/src/platform/outbox/handle-event-job.ts',
        'apps/server/src/reporting/eras/plan-eras-job.ts',
        'apps/server/src/reporting/exports/write-export-job.ts',
        'apps/server/src/notifications/rules/remind-job.ts',
        'apps/server/src/notifications/rules/send-due.ts',
        'apps/server/src/scanning/builds/fail-build.ts',
        'apps/server/src/demo/load-demo.ts',
        'apps/server/src/integrations/datadog/deliver.ts',
        'apps/server/src/integrations/jira/receive-webhook.ts',
        'apps/server/src/integrations/repositories/files/pull-repository-job.ts',
        'apps/server/src/integrations/tickets/plan-tickets.ts',
        'apps/server/src/integrations/core/run-schedules-job.ts',
        'apps/server/src/scanning/builds/rescan-branches.ts',
        'apps/server/src/scanning/gaps/rescan-expired-job.ts',
        // Deletes data that the call has made inaccessible, thousands of rows at a time.
        'apps/server/src/scanning/infrastructure/reevaluate-job.ts',
        'apps/server/src/scanning/removal/delete-project-job.ts',
        'apps/server/src/scanning/scans/scan-build.ts',
        'apps/server/src/scanning/vex/read-vex-again-job.ts',
      ].toSorted(),
    )
  })

  test('integrations send requests through callService, which pauses for busy services', () => {
    const integrations = below('apps/server/src/integrations', server)
    const request = /\b(?:exchange(?:Stream)?|fetch(?:ToFile|Stream))\b/
    expect(users(integrations, request)).toEqual(['apps/server/src/integrations/core/call-service.ts'])
  })

  test("emitters of 'error' events have a listener: an unhandled event ends the process", () => {
    const emitters =
      /\bnew (?:pg\.)?(?:Client|Pool|Piscina|Worker)\(|\b(?:spawn|fork|createServer|createConnection|createTransport|create(?:Read|Write)Stream)\(/
    // Errors of streams passed to pipeline() reject its promise.
    const isPiped = (line: string) => line.includes('pipeline(')
    const unheard = [...server, ...inside('packages/osv')].filter(
      (file) =>
        lines([file], emitters).some((line) => !isPiped(line)) && !/\.(?:on|once)\('error'/.test(file.text),
    )
    expect(unheard.map(({ path }) => path).toSorted()).toEqual(
      [
        // guard-pool.ts listens to the pool and to each of its connections.
        'apps/server/src/platform/database/database.ts',
        // Without a pool, errors reject the promise of each email.
        'apps/server/src/platform/email/mail.ts',
      ].toSorted(),
    )
  })

  test('settings are read in config.ts, from the environment that program.ts passes', () => {
    expect(users(server, /\bprocess\.env\b/).toSorted()).toEqual(
      [
        // The embedded database's programs get an environment without PG… variables.
        'apps/server/src/platform/database/embedded/run-program.ts',
        'apps/server/src/program.ts',
      ].toSorted(),
    )
  })

  test("403 'forbidden' names the permission, role or credential that is missing", () => {
    expect(users(server, /'forbidden'/)).toEqual([
      // Its type only allows existing names.
      'apps/server/src/auth/forbidden.ts',
      // Derived from the endpoint's requirement.
      'apps/server/src/auth/router/authorize.ts',
    ])
  })

  test('messages for rejected input come from messagesFor, never from the validator', () => {
    const reading = [...server, ...inside('packages/sdk'), ...inside('apps/cli'), ...inside('apps/web')]
      .filter(({ text }) => /\berror\.issues\b/.test(text))
      // Its caller parses.
      .filter(({ path }) => path !== 'packages/sdk/src/api-error.ts')
    expect(reading.length).toBeGreaterThan(3)
    expect(
      reading.filter(({ text }) => !text.includes('error: messagesFor(')).map(({ path }) => path),
    ).toEqual([])
  })

  test('responses about an account are only cached by a key of the whole scope', () => {
    expect(users(server, /\bas (?:CacheKey|Scope)\b/)).toEqual(['apps/server/src/auth/scope.ts'])
    expect(keepers(server).toSorted()).toEqual(
      [
        // Indexes and texts of advisories, which all accounts share.
        'apps/server/src/knowledge/advisories/advisories.ts',
        'apps/server/src/knowledge/advisories/read-briefs.ts',
        'apps/server/src/knowledge/advisories/shared-indexes.ts',
        // Shared data of the events of one transaction or one preview.
        'apps/server/src/notifications/rules/collect-notifications.ts',
        'apps/server/src/notifications/rules/facts.ts',
        // When each host may receive the next request.
        'apps/server/src/knowledge/releases/registry-http.ts',
        // Known passwords and a decoy hash: not account data.
        'apps/server/src/auth/known-passwords.ts',
        'apps/server/src/auth/passwords.ts',
        // The number of waiting requests.
        'apps/server/src/scanning/builds/await-build.ts',
        // The files of a form, until the response is sent.
        'apps/server/src/platform/uploads/forms.ts',
        // The OpenAPI document, the same for everyone.
        'apps/server/src/operations/routes.ts',
        // The running server, and whether it is stopping.
        'apps/server/src/program.ts',
        // The folder of the embedded database.
        'apps/server/src/platform/database/embedded/full-disk.ts',
        // The number of open streams.
        'apps/server/src/auth/stream-slots.ts',
        // Pending events of open streams, each limited to its scope.
        'apps/server/src/reporting/live/mailbox.ts',
        'apps/server/src/reporting/live/streams.ts',
        // The history of whole accounts, of which each response selects what is in its scope.
        'apps/server/src/reporting/numbers/directory.ts',
        'apps/server/src/reporting/numbers/numbers-thread.ts',
        'apps/server/src/reporting/numbers/plan-catalog.ts',
        // The sums of one response.
        'apps/server/src/reporting/numbers/keyed-sums.ts',
        // Calls that wait for a thread.
        'apps/server/src/platform/worker-threads/stateful-thread.ts',
        // By the digest of documents: only their owners can look up their parsed content.
        'apps/server/src/scanning/builds/recent-readings.ts',
        // The database of a thread.
        'apps/server/src/scanning/scans/scan-in-worker.ts',
        // Provider documents that are being fetched.
        'apps/server/src/identity/sso/oidc/provider.ts',
        // The values of one attribute, while one SCIM PATCH is applied.
        'apps/server/src/identity/scim/list-value.ts',
        // Sizes of files, and workers.
        'apps/server/src/platform/uploads/spool.ts',
        'apps/server/src/platform/worker-threads/turns.ts',
        'apps/server/src/platform/worker-threads/work-pool.ts',
      ].toSorted(),
    )
  })

  test('every feature with routes is in the list of app.ts', () => {
    const app = readFileSync(join(root, 'apps/server/src/app.ts'), 'utf8')
    const list = /const features[^=]*=> void\)\[\] = \[([^\]]+)\]/.exec(app)?.[1] ?? ''
    const features = server
      .filter(({ path }) => path.endsWith('/routes.ts'))
      .flatMap(({ text }) => [...text.matchAll(/^export (?:const|function) (\w+Routes)\b/gm)])
      .map((match) => match[1]!)
    expect(features.toSorted()).toEqual([...list.matchAll(/\w+/g)].map(([name]) => name).toSorted())
  })
})

describe('outgoing traffic', () => {
  const server = inside('apps/server/src')

  /** What a file imports from modules with the name, except types: `Agent`, `* as net`, `import()`. */
  const valuesFrom = ({ text }: Sources[number], name: string) => {
    const from = String.raw`'(?:node:)?(?:${name})'`
    const declared = [...text.matchAll(new RegExp(`^import (?!type )([^'"]+?) from ${from}`, 'gm'))]
      .flatMap(([, names]) => names!.replaceAll(/[{}\n]/g, ' ').split(','))
      .map((each) => each.trim())
      .filter((each) => each !== '' && !each.startsWith('type '))
    const other = new RegExp(String.raw`^import ${from}|\b(?:import|require|getBuiltinModule)\(${from}`, 'gm')
    return [...declared, ...(text.match(other) ?? [])]
  }

  /** Parts of node:net that only process addresses. */
  const addressNames = new Set(['isIP', 'isIPv4', 'isIPv6', 'BlockList', 'SocketAddress'])
  const sendsByNode = (file: Sources[number]) =>
    valuesFrom(file, String.raw`net|tls|https?|http2|dgram|dns|dns\/promises|inspector`).some(
      (name) => !addressNames.has(name),
    )
  const globals =
    /\bfetch\(|(?:[=:(,?] *)fetch\b(?!['\w:-])|\bglobalThis\.\w|\bnew (?:WebSocket|WebSocketStream|EventSource|XMLHttpRequest|WebTransport)\b/
  const senders = (files: Sources) =>
    files.filter((file) => sendsByNode(file) || lines([file], globals).length > 0).map(({ path }) => path)

  test('goes through platform/egress, which rejects forbidden targets', () => {
    expect(senders([...server, ...inside('packages/osv')]).toSorted()).toEqual([
      'apps/server/src/platform/egress/egress.ts',
      // The operator's syslog server, mostly within the private network.
      'apps/server/src/platform/egress/syslog.ts',
      'apps/server/src/platform/egress/targets.ts',
    ])
  })

  test.each([
    "import net from 'node:net'",
    "import * as tls from 'tls'",
    "import {\n  BlockList,\n  connect,\n} from 'node:net'",
    "import { type Socket, createConnection } from 'node:net'",
    "import { request } from 'node:https'",
    "import { createSocket } from 'node:dgram'",
    "import { lookup } from 'node:dns/promises'",
    "const { connect } = await import('node:http2')",
    "const net = process.getBuiltinModule('node:net')",
    "const http = require('http')",
    'await fetch(url)',
    'const options = { [customFetch]: fetch }',
    'retry(fetch, url)',
    'const send = globalThis.fetch',
    'new WebSocket(url)',
    'new EventSource(url)',
  ])('is found in %j', (text) => {
    expect(senders([{ path: 'x.ts', text }])).toEqual(['x.ts'])
  })

  test.each([
    "import type { Socket } from 'node:net'",
    "import { BlockList, isIP, type Socket } from 'node:net'",
    "import { pipeline } from 'node:stream/promises'",
    'const { fetchStream } = egress',
  ])('is not found in %j', (text) => {
    expect(senders([{ path: 'x.ts', text }])).toEqual([])
  })

  test('of other clients goes to hosts configured by the operator, or through platform/egress', () => {
    const clients = String.raw`pg|pg-boss|nodemailer|openid-client|@simplewebauthn\/server|@node-saml\/node-saml`
    const others = 'undici|axios|got|ws|node-fetch|eventsource'
    const using = server.filter((file) => valuesFrom(file, `${clients}|${others}`).length > 0)
    expect(using.map(({ path }) => path).toSorted()).toEqual(
      [
        // PostgreSQL: of DATABASE_URL, or the embedded one by its socket.
        'apps/server/src/platform/database/database.ts',
        'apps/server/src/platform/database/embedded/database-role.ts',
        'apps/server/src/platform/database/embedded/running-server.ts',
        'apps/server/src/platform/database/listen.ts',
        'apps/server/src/platform/database/reach-database.ts',
        'apps/server/src/platform/database/write-schema.ts',
        'apps/server/src/platform/queue/queue.ts',
        // Only uses its errors.
        'apps/server/src/platform/database/outage.ts',
        // The mail server of ASSAY_SMTP_URL, mostly within the private network.
        'apps/server/src/platform/email/mail.ts',
        // OpenID Connect, with the client created by provider.ts.
        'apps/server/src/identity/sso/oidc/check-oidc.ts',
        'apps/server/src/identity/sso/oidc/flow.ts',
        'apps/server/src/identity/sso/oidc/provider.ts',
        'apps/server/src/identity/sso/oidc/tokens.ts',
        // Only verifies what browsers send.
        'apps/server/src/identity/sso/saml/provider.ts',
        'apps/server/src/identity/sso/saml/verify-response.ts',
        // Would fetch addresses in certificates, which read-attestation.ts removes.
        'apps/server/src/identity/passkeys/verify.ts',
      ].toSorted(),
    )
  })

  test('to identity providers goes through platform/egress: only provider.ts creates their clients', () => {
    const using = server.filter((file) => valuesFrom(file, 'openid-client').length > 0)
    expect(users(using, /\bdiscovery\(|\bnew Configuration\(|\b\w+Discovery\w*\(/)).toEqual([
      'apps/server/src/identity/sso/oidc/provider.ts',
    ])
    expect(lines(using, /\[customFetch\]/)).toEqual([
      'apps/server/src/identity/sso/oidc/provider.ts: [customFetch]: call,',
    ])
  })

  test('goes to private addresses only as the operator allows, never by decision of a caller', () => {
    expect(users(server, /\ballowsPrivate\b/).toSorted()).toEqual([
      'apps/server/src/platform/egress/egress.ts',
      'apps/server/src/platform/egress/targets.ts',
    ])
    expect(users(server, /\ballowsPrivateNetworks\b/).toSorted()).toEqual([
      'apps/server/src/config.ts',
      // Reads the setting: only a provider within a private network may lack TLS.
      'apps/server/src/identity/sso/oidc/provider.ts',
      'apps/server/src/platform/egress/egress.ts',
    ])
  })

  test('does not go through other programs', () => {
    const starting = server.filter((file) => valuesFrom(file, 'child_process|cluster').length > 0)
    expect(starting.map(({ path }) => path).toSorted()).toEqual([
      // ps, and the programs of the embedded PostgreSQL.
      'apps/server/src/platform/database/embedded/process-state.ts',
      'apps/server/src/platform/database/embedded/run-program.ts',
      // Readers of large documents, which run this code.
      'apps/server/src/platform/worker-threads/isolate.ts',
    ])
  })
})

describe('text is escaped in packages/text alone, so that all outputs escape the same characters:', () => {
  /** What an escaper of one's own contains. */
  const signs = {
    'entities of HTML and XML': /(?<!replaceAll\()['"`]&(?:amp|lt|gt|quot|apos|#39|#x27);/,
    'backslashes before special characters': /`\\\$&`|['"`]\\\\(?:\$&|\$\{)/,
    'doubled quotes of CSV': /replaceAll\(['"]"['"], ['"]""['"]\)|replace\(\/"\/g/,
    'formulas of spreadsheets': /\[=\+|\uFF1D|\\uFF1D/i,
    'invisible characters':
      /\\p\{(?:C|Cc|Cf|Bidi_\w+|Default_\w+|DI)\}|\\u\{?20(?:0[b-f]|2[89a-e]|6[0-9])|\\u0000-\\u00(?:08|1f)/i,
    cursors: /JSON\.stringify\(.*\)\)\.toString\('base64url'\)|\bbtoa\(/,
  }
  const others = [...inside('packages'), ...inside('apps')].filter(
    ({ path }) => !path.startsWith('packages/text/'),
  )

  test.each(Object.entries(signs))('%s', (name, sign) => {
    const allowed: Record<string, string[]> = {
      // A signed link, which is no position in a list.
      cursors: ['apps/server/src/notifications/deliveries/unsubscribe-token.ts'],
    }
    expect(users(inside('packages/text'), sign)).not.toEqual([])
    expect(users(others, sign)).toEqual(allowed[name] ?? [])
  })
})

test('exactly the existing kinds of jobs have a name on the Jobs page', () => {
  const definition =
    /(?:\bdefineJob(?:<[^(]+>)?\(\{|: JobKind<[^=]+> = \{)(?:\s*\.\.\.\w+,)?\s*name: '([\w-]+)'/g
  const kinds = inside('apps/server/src').flatMap(({ text }) =>
    [...text.matchAll(definition)].map(([, name]) => name!),
  )
  expect(kinds.toSorted()).toEqual(Object.keys(jobMessages.kinds).toSorted())
})

describe('names from outside', () => {
  test('are never used as property names: they are keys of maps, or looked up among own properties', () => {
    const isChecked = (path: string) => /^(?:apps|packages)\/\w+\/src\//.test(path) && !isTest(path)
    expect(findDynamicProperties(root, isChecked)).toEqual([
      // The lookup itself, behind Object.hasOwn.
      'packages/engine/src/own-property.ts: object[name]',
    ])
  }, 120_000)
})

describe('outside of the server', () => {
  test('calls are made by the SDK; web and CLI only wrap its fetch', () => {
    const rest = [...inside('packages/sdk'), ...inside('apps/web'), ...inside('apps/cli')]
    expect(
      users(rest, /\bfetch\(|globalThis\.fetch|'node:https?'|XMLHttpRequest|'undici'/).toSorted(),
    ).toEqual([
      // Turns a failed connection into a message.
      'apps/cli/src/api.ts',
      // The archives of a mirror, without a server.
      'apps/cli/src/offline/download.ts',
      // Images of a registry, without a server.
      'apps/cli/src/registry/registry-client.ts',
      // Renews an expired access token and repeats the call.
      'apps/web/src/api/initial-api.ts',
      // The page itself, to see whether another version was deployed.
      'apps/web/src/api/outage.ts',
      'packages/sdk/src/create-client.ts',
    ])
  })

  test('the command line reads its environment in settings.ts, as passed by main.js', () => {
    const rest = [...inside('packages'), ...inside('apps/web'), ...inside('apps/cli')]
    expect(users(rest, /\bprocess\.env\b/)).toEqual([
      // npm run dev tells Vite where the API is.
      'apps/web/vite.config.ts',
    ])
  })
})

describe('ecosystems', () => {
  const folder = 'packages/engine/src/ecosystems'

  test('the list contains exactly the existing folders', () => {
    const folders = below(folder, sources).flatMap(
      ({ path }) => /ecosystems\/([\w-]+)\//.exec(path)?.[1] ?? [],
    )
    const list = sources.find(({ path }) => path === `${folder}.ts`)!
    const listed = importsOf(list).flatMap((name) => /ecosystems\/([\w-]+)\/index\.ts$/.exec(name)?.[1] ?? [])
    expect(listed.toSorted()).toEqual([...new Set(folders)].toSorted())
    expect(ecosystems.map(({ id }) => id)).toHaveLength(listed.length)
  })

  test('shared code never checks for a specific ecosystem; differences are members of the interface', () => {
    const shared = [...inside('packages/engine/src'), ...inside('apps/server/src')].filter(
      ({ path }) => !path.startsWith(`${folder}/`),
    )
    const names = new Set(
      ecosystems.flatMap(({ id, name, purlType, osvName }) => [id, name, purlType, osvName]),
    )
    const name = `'(?:${[...names].map((each) => RegExp.escape(each)).join('|')})'`
    // 'hex' is an encoding too.
    const list = String.raw`(?<!digest|toString)\((?:${name}(?:, )?)+\)`
    const question = String.raw`[=!]==? ${name}|${name} [=!]==?|case ${name}|${list}|\[${name}\]`
    expect(users(shared, new RegExp(question))).toEqual([])
  })
})

describe('house rules', () => {
  test('every group of endpoints is part of the contract, otherwise nothing would serve it', () => {
    const contract = readFileSync(join(root, 'packages/contract/src/contract.ts'), 'utf8')
    const list = /export const contract = \{([^}]+)\}/.exec(contract)?.[1] ?? ''
    const groups = inside('packages/contract/src').flatMap(({ text }) =>
      [...text.matchAll(/^export const (\w+) = endpoints(?:ForOthers)?\(/gm)].map((match) => match[1]!),
    )
    expect(groups.toSorted()).toEqual([...list.matchAll(/\w+/g)].map(([name]) => name).toSorted())
  })

  test('each group of endpoints has its own file, named after the group', () => {
    const kebab = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    const misplaced = inside('packages/contract/src').flatMap(({ path, text }) =>
      [...text.matchAll(/^export const (\w+) = endpoints(?:ForOthers)?\(/gm)]
        .filter(([, name]) => path !== `packages/contract/src/${kebab(name!)}.ts`)
        .map(([, name]) => `${path}: ${name}`),
    )
    expect(misplaced).toEqual([])
  })

  test('the id of a schema in the OpenAPI document is the name of its constant', () => {
    const declarations = inside('packages/contract/src').flatMap(({ text }) =>
      text.split(/^(?=(?:export )?const \w+ =)/m).filter((each) => !/= endpoints(?:ForOthers)?\(/.test(each)),
    )
    const named = declarations.flatMap((text) =>
      [...text.matchAll(/\.meta\(\{ id: '(\w+)'/g)].map(([, id]) => ({
        id: id!,
        name: /const (\w+)/.exec(text)?.[1],
      })),
    )
    expect(named.length).toBeGreaterThan(100)
    expect(named.filter(({ id, name }) => id !== name).map(({ id, name }) => `${name}: ${id}`)).toEqual([
      // Clear within their file, but not among all schemas.
      'Threshold: TagThreshold',
      'AssistantItem: AssistantConversationItem',
      'Bom: CycloneDx',
      'Invited: InvitedMember',
      'Delivery: NotificationDelivery',
      'Config: NotificationConfig',
      'ProblemBody: Problem',
      'Overview: ScanOverview',
      'Comparison: ScanComparison',
      'License: ProductLicense',
      'DayCounts: AdvisoryDay',
      'Opened: OpenedFindings',
      'Closed: ClosedFindings',
      'AccountSummary: Account',
    ])
  })

  test('a list of three or more literals is written only once, as a union or as an array', () => {
    const word = String.raw`'[^'\n]+'`
    const union = String.raw`(?<!(?:Pick|Omit|Extract|Exclude)<[^>=]*)${word}(?:\s*\|\s*${word}){2,}`
    const items = String.raw`\[\s*${word}(?:,\s*${word}){2,},?\s*\]`
    const list = new RegExp(String.raw`${union}|${items}(?= as const)|(?<=z\.enum\()${items}`, 'g')
    const homes = new Map<string, Set<string>>()
    // Released migrations are never changed.
    const files = [...inside('packages'), ...inside('apps')].filter(
      ({ path }) => !/\/migrations\//.test(path),
    )
    for (const { path, text } of files) {
      for (const [found] of text.matchAll(list)) {
        const words = [...found.matchAll(/'([^']+)'/g)].map((match) => match[1]!)
        const key = words.toSorted().join(', ')
        homes.set(key, (homes.get(key) ?? new Set()).add(path))
      }
    }
    expect(homes.size).toBeGreaterThan(20)
    const repeated = [...homes].filter(([, paths]) => paths.size > 1)
    expect(repeated.map(([words, paths]) => `${words}: ${[...paths].join(', ')}`)).toEqual([])
  })

  test('no file or folder has a meaningless name', () => {
    const banned = /^(?:utils?|helpers?|common|misc|managers?|services?|data|info)(?:[.-]|$)/
    expect(paths.filter((path) => path.split('/').some((part) => banned.test(part)))).toEqual([])
  })

  test('home-made names do not return: the terms of the field replace them', () => {
    const names =
      'ActButton admit AnswerCache Asked askedOf Attempting Beginning catalogue confirming Delivering Departure Entered fetchForeignFiles findSessionHolder foreign Holder implement isForeign isToldByName judgeLicenses keepAdministrator Kept Labelled Letter limitLetters Listing mostTicks naive Opening OpenPackage openStorage opinionOf Outlasting Own raiseRevision Refusal refusal refusalOf refuse Refused said say scratchCodes Sending severalFactors shownId showsSeveralFactors sniffs speaksOf Syncing tellMember Unfold useAct useForeign useMay useRefusal useSaid useSettled VexOpinion Visitor Waking Walked walked Wanting weigh Where workOn workOnFailed workOnScans'
    const declared = new RegExp(
      `\\b(?:class|const|function|interface|let|type) (?:${names.replaceAll(' ', '|')})\\b`,
    )
    expect(lines(sources, declared)).toEqual([])
    // Booleans start with `is`, `has` or `can`. What a function receives is its context, its options or its input.
    const patterns = /\b(?:(?:const|function|let) may[A-Z]|(?:interface|type) [A-Z]\w*Parts\b)/
    expect(lines(sources, patterns)).toEqual([])
    // Properties and parameters, too. Jobs keep their names, under which they may be queued.
    const used =
      /[Jj]udg(?!e-infrastructure-again)|\b(?:check|find)Holder\b|[Ff]resh-?[Ll]ogin(?!s)|\b(?:otherWays|noWays|unfold|fold):|`letter of/
    const current = sources.filter(({ path }) => !path.includes('/migrations/'))
    expect(lines(current, used)).toEqual([])
    const context = /\b(?:parts|tools|where): (?:Pick<AppContext|\w*Context\b)/
    expect(lines(inside('apps/server'), context)).toEqual([])
  })

  test('texts of the web app are in messages, where the German build replaces them', () => {
    const text =
      />[^<>{}=()]*[A-Za-z]{3,}[^<>{}=()]*<\/|\b(?:aria-label|title|placeholder|label|alt)="[^"]*[a-z]{3,}/
    expect('<p className="m-0">Not found</p>').toMatch(text)
    // An example domain is the same in every language.
    expect(
      lines(
        inside('apps/web/src').filter(({ path }) => path.endsWith('.tsx')),
        text,
      ),
    ).toEqual(['apps/web/src/pages/settings/sign-on/domains.tsx: placeholder="example.org"'])
  })

  test('object literals are not spread: misspelled optional properties in them would compile', () => {
    const packed = sources
      .filter(({ text }) => /\.\.\.\s*\(?\s*\{(?!\s*\})/.test(text))
      .map(({ path }) => path)
    expect(packed).toEqual([])
  })

  test('string formats are top-level schemas: the web app is built without the methods of z.string()', () => {
    const chained =
      /\bz\s*\.string\(\)(?:\s*\.\w+\((?:[^()]|\([^()]*\))*\))*?\s*\.(?:email|url|jwt|emoji|guid|uuid(?:v\d)?|nanoid|cuid2?|ulid|base64(?:url)?|xid|ksuid|(?:ip|cidr)v\d|e164|date(?:time)?|time|duration)\(/
    expect('z.string().trim().max(messages.of(3)).email()').toMatch(chained)
    expect('z.string().trim().pipe(z.email())').not.toMatch(chained)
    expect(sources.filter(({ text }) => chained.test(text)).map(({ path }) => path)).toEqual([])
  })

  test('only configuration is exported by default, so that each export has one name', () => {
    const files = sources.filter(({ path }) => !path.endsWith('.config.ts'))
    expect(lines(files, /^export default|\bas default\b/)).toEqual([])
  })

  test('no test is skipped or marked as todo', () => {
    const tests = sources.filter(({ path }) => isTest(path))
    expect(lines(tests, /\b(?:it|test|describe|suite)(?:\.\w+)*\.(?:skip|skipIf|todo|only|fails)\b/)).toEqual(
      [],
    )
    expect(lines(tests, /\bx(?:it|describe|test)\(|\bskip\(/)).toEqual([])
    expect(users(tests, /\.runIf\(/).toSorted()).toEqual(
      [
        // Only root can give files to other users.
        'apps/server/src/platform/database/embedded/binaries.test.ts',
        'apps/server/src/platform/database/embedded/embedded.test.ts',
      ].toSorted(),
    )
  })

  test('files that tests refer to for other tests exist', () => {
    const named = sources
      .filter(({ path }) => /\/contract-[\w-]+\.test\.ts$/.test(path))
      .flatMap(({ text }) => [...text.matchAll(/: '([\w/-]+\.test\.ts)'/g)].map((match) => match[1]!))
    expect(named.length).toBeGreaterThan(5)
    expect(named.filter((name) => !existsSync(join(root, 'apps/server/src', name)))).toEqual([])
  })

  test('links in documents resolve', () => {
    // The guide's links lead to pages; its own test resolves them.
    const guide = 'apps/web/src/pages/docs/guide/'
    const documents = paths.filter((path) => path.endsWith('.md') && !path.startsWith(guide))
    const linksOf = (path: string) =>
      [...readFileSync(join(root, path), 'utf8').matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g)].map(
        (match) => normalize(join(dirname(path), match[1]!)).replace(/\/$/, ''),
      )
    const broken = documents.flatMap((path) =>
      linksOf(path)
        .filter((target) => !existsSync(join(root, target)))
        .map((target) => `${path} links to ${target}`),
    )
    expect(broken).toEqual([])
  })

  test('docs/security.md has a row for every requirement of ASVS 5.0 up to level 2', () => {
    // The numbers of each section, without those of level 3: https://github.com/OWASP/ASVS/tree/v5.0.0
    const sections =
      '1.1:2 1.2:9 1.3:11 1.4:3 1.5:2 2.1:3 2.2:3 2.3:4 2.4:1 3.2:2 3.3:4 3.4:6 3.5:5 3.7:2 4.1:3 4.2:1 4.3:2 4.4:4 5.1:1 5.2:3 5.3:2 5.4:3 6.1:3 6.2:12 6.3:4 6.4:4 6.5:5 6.6:3 6.8:4 7.1:3 7.2:4 7.3:2 7.4:5 7.5:2 7.6:2 8.1:2 8.2:3 8.3:1 8.4:1 9.1:3 9.2:4 10.1:2 10.2:2 10.3:4 10.4:11 10.5:5 10.6:2 10.7:3 11.1:2 11.2:3 11.3:3 11.4:4 11.5:1 11.6:1 12.1:3 12.2:2 12.3:4 13.1:1 13.2:5 13.3:2 13.4:5 14.1:2 14.2:4 14.3:3 15.1:3 15.2:3 15.3:7 16.1:1 16.2:5 16.3:4 16.4:3 16.5:3 17.1:1 17.2:4 17.3:2'
    const upTo = (section: string, from: number, to: number) =>
      Array.from({ length: to - from + 1 }, (_, at) => `${section}.${from + at}`)
    const required = sections.split(' ').flatMap((each) => {
      const [section = '', count] = each.split(':')
      return upTo(section, 1, Number(count))
    })
    const text = readFileSync(join(root, 'docs/security.md'), 'utf8')
    const listed = [...text.matchAll(/^\| (\d+\.\d+\.\d+[^|]*) \|/gm)].flatMap(([, cell]) =>
      cell!.split(', ').flatMap((part) => {
        const [first = '', last = first] = part.split(' to ')
        const [section, from] = [first.replace(/\.\d+$/, ''), first.split('.')[2]]
        return upTo(section, Number(from), Number(last.split('.')[2]))
      }),
    )
    expect(listed.toSorted()).toEqual(required.toSorted())
  })

  test('files and folders mentioned in documents exist', () => {
    const folders = [
      '',
      'apps/server/src/',
      'packages/engine/src/',
      'packages/contract/src/',
      'apps/web/src/',
    ]
    const exists = (name: string) =>
      folders.some((folder) => existsSync(join(root, folder, name))) ||
      (!name.includes('/') && paths.some((path) => path.endsWith(`/${name}`)))
    const named = /`((?:apps|packages|e2e|bench|scripts|docs)\/[\w./-]+|[\w./-]+\.tsx?)`/g
    const missing = paths
      .filter((path) => path.endsWith('.md'))
      .flatMap((path) =>
        [...readFileSync(join(root, path), 'utf8').matchAll(named)]
          .map((match) => match[1]!)
          // Built folders are missing in a fresh clone.
          .filter((name) => !exists(name) && !/\/dist\b/.test(name))
          .map((name) => `${path} names ${name}`),
      )
    expect(missing).toEqual([])
  })

  test('calls mentioned in documents are part of the contract', () => {
    const segmentsOf = (call: string) => call.replaceAll(/\{\w+\}/g, '{}').split('/')
    const calls = Object.values(contract)
      .flatMap((group) => Object.values<Endpoint>(group))
      .map(({ method, path }) => segmentsOf(`${method} ${path}`))
    // A parameter of a document stands for several calls, and a value in it for a parameter of the contract.
    const isSame = (segment: string, other: string | undefined) =>
      [other, '{}'].includes(segment) || other === '{}'
    const isKnown = (segments: string[]) =>
      calls.some(
        (call) => call.length === segments.length && segments.every((each, at) => isSame(each, call[at])),
      )
    const named = paths
      .filter((path) => path.endsWith('.md'))
      .flatMap((path) =>
        [...readFileSync(join(root, path), 'utf8').matchAll(/`([A-Z]+ \/api\/v1\/[^\s`?]+)/g)].map(
          ([, call]) => ({ path, call: call! }),
        ),
      )
    expect(named.length).toBeGreaterThan(10)
    expect(named.filter(({ call }) => !isKnown(segmentsOf(call)))).toEqual([])
  })

  test('only the ecosystems name the hosts of public registries: what is requested is a setting', () => {
    const isEcosystem = (path: string) => /^packages\/engine\/src\/ecosystems\/[\w-]+\/index\.ts$/.test(path)
    // 'crates.io' is also the name of the ecosystem.
    const hosts = ecosystems.flatMap(({ registryHosts = [], osvName }) =>
      registryHosts.filter((host) => host !== osvName),
    )
    expect(hosts.length).toBeGreaterThan(15)
    const named = product
      .filter(({ path }) => !isEcosystem(path))
      // Not as the end of a longer name, such as the archive 'crates.io/all.zip' of a feed.
      .filter(({ text }) => hosts.some((host) => text.includes(`//${host}`) || text.includes(`'${host}'`)))
      .map(({ path }) => path)
    expect(named).toEqual([
      // A license by its address there.
      'packages/engine/src/licenses/declared.ts',
    ])
  })

  test('functions, types and properties mentioned in documents exist', () => {
    const words = new Set(sources.flatMap(({ text }) => text.match(/[A-Za-z_]\w*/g) ?? []))
    const guide = 'apps/web/src/pages/docs/guide/'
    const named = paths
      .filter((path) => path.endsWith('.md') && !path.startsWith(guide))
      .flatMap((path) =>
        // Code blocks are examples of files that do not exist yet.
        [
          ...readFileSync(join(root, path), 'utf8')
            .replaceAll(/^\s*```[^]*?^\s*```$/gm, '')
            .matchAll(namesInCode),
        ].map(([, name]) => [path, name!]),
      )
    expect(named.length).toBeGreaterThan(100)
    expect(named.filter(([, name]) => !words.has(name!))).toEqual([])
  })
})

test('every errorType in tests and pages is declared in the contract', () => {
  const known = new Set<string>([...errorTypeNames, 'unknown'])
  const named = sources
    .filter(({ path }) => !path.endsWith('negative-types.ts'))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/\berrorType"?(?::|\)?\.toBe\(| ===) ?['"](\w+)['"]/g)].map((match) => [
        path,
        match[1]!,
      ]),
    )
  expect(named.length).toBeGreaterThan(50)
  expect(named.filter(([, name]) => !known.has(name!))).toEqual([])
})

test('the tests that rerun on another PostgreSQL are chosen from those that start a server or request a database', () => {
  const asking = sources
    .filter(({ path }) => path.startsWith('apps/server/') && path.endsWith('.test.ts'))
    .filter(({ text }) => /\b(?:startTestServer|freshDatabase)\(/.test(text))
    .map(({ path }) => path)
  const listed = databaseTests()
  expect(asking.length).toBeGreaterThan(50)
  expect(asking.filter((path) => !listed.includes(path))).toEqual([])
  // Starts its own database.
  expect(listed).not.toContain('apps/server/src/platform/database/embedded/embedded.test.ts')
})

test('the tests chosen for another PostgreSQL cover every recorded statement, and include all tests without a record', () => {
  const record = (path: string, ms: number, sent: string[]) => {
    const statements = sent.map((each) => ({ place: each.split(' ')[0]!, shape: each.split(' ').at(-1)! }))
    return { path: `/${path}.test.ts`, ms, statements }
  }
  const records = [
    record('dear', 900, ['a', 'b', 'c']),
    record('cheap', 100, ['a', 'b']),
    record('covered', 100, ['a']),
    // The statement with shape a, sent by another caller.
    record('other-caller', 500, ['d a']),
    record('cheapest', 50, ['e']),
    record('lock-order', 100, ['b']),
    record('platform/queue/queue', 100, []),
  ]
  const tests = [...records.map(({ path }) => path), '/new.test.ts']
  expect(withEveryStatement(tests, records)).toEqual([
    '/lock-order.test.ts',
    '/platform/queue/queue.test.ts',
    '/new.test.ts',
    '/dear.test.ts',
    '/cheapest.test.ts',
  ])
  expect(withEveryStatement(tests, [])).toEqual(tests)
})
