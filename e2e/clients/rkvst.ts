// The provenance ledger: credentials are checked, a branch is linked, its SBOM published and withdrawn.
import { args, ask, check, done, jsonOf, listOf, until } from './client.ts'

const { account, pid, url, clientSecret } = args('account', 'pid', 'url', 'clientSecret')
const base = `/api/v1/integrations/rkvst/accounts/${account}`
const branch = `${base}/projects/${pid}/main`
const credentials = { url, clientId: 'client', clientSecret }

const wrong = await ask('POST', `${base}/credentials/check`, {
  body: { ...credentials, clientSecret: 'wrong' },
})
check(wrong.status === 400, `A wrong secret returned ${wrong.status}`)
await jsonOf('POST', `${base}/credentials/check`, { body: credentials })
const early = await ask('POST', `${branch}/publish`)
check(early.status >= 400, `Publishing before the setup returned ${early.status}`)
await jsonOf('POST', `${base}/credentials`, { body: credentials, statuses: [200, 202] })
const projects = await listOf<{ uuid: string }>(`/api/v1/rkvst/accounts/${account}/projects`)
check(
  projects.some(({ uuid }) => uuid === pid),
  `The project ${pid} is not listed`,
)
const linked = await jsonOf<{ isLinked: unknown }>('POST', `${branch}/link`)
check(linked.isLinked === true, 'The branch is not linked')
const sbom = await jsonOf<{ uuid: string }>('POST', `${branch}/publish`)
await untilState('published')
await jsonOf('POST', `${base}/sboms/${sbom.uuid}/withdraw`)
await untilState('withdrawn')
const unlinked = await jsonOf<{ isLinked: unknown }>('POST', `${branch}/unlink`)
check(unlinked.isLinked === false, 'The branch is still linked')
done(`published and withdrew ${sbom.uuid}`)

async function untilState(state: string): Promise<void> {
  await until(`The state ${state}`, async () => {
    const history = await listOf<{ uuid: string; state: string }>(`${branch}/history`)
    const ours = history.find(({ uuid }) => uuid === sbom.uuid)
    check(ours, 'The history does not list the publication')
    return ours.state === state ? true : null
  })
}
