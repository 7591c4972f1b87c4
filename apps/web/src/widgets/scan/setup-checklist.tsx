import { type SetupStep, setupSteps } from '@assay/contract/accounts.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '../../api/client.ts'
import { query } from '../../api/query.ts'
import { useSession } from '../../api/session.tsx'
import { firstScan } from '../../messages/first-scan.ts'
import { paths } from '../../paths.ts'

const messages = firstScan.checklist
const texts = messages.demo

/** Where each step is done. */
const pageOf: Record<SetupStep, string> = {
  advisories: paths.status,
  project: paths.newProject,
  token: paths.settingsOf('ci'),
  team: paths.settingsOf('teams'),
  notifications: paths.settingsOf('notifications'),
  signOn: paths.settingsOf('sso'),
}

const refetchMs = 5000

/** The steps of setting up an account; each is ticked once it is done. */
export function SetupChecklist() {
  const { state } = useSession()
  const accountUuid = state.status === 'member' ? state.user.account.uuid : ''
  const { data } = useQuery({
    ...query(api.accounts.setup, { params: { accountUuid } }),
    enabled: accountUuid !== '',
    refetchInterval: refetchMs,
  })
  if (!data) return null
  const done = setupSteps.filter((step) => data[step]).length
  return (
    <section aria-label={messages.title} className="rounded-card border border-line bg-surface p-4">
      <div className="flex flex-wrap items-baseline gap-x-3">
        <h2 className="m-0 text-sm font-semibold">{messages.title}</h2>
        <span className="tabular text-xs text-soft">{messages.done(done, setupSteps.length)}</span>
      </div>
      <ul className="m-0 mt-2 grid list-none gap-x-6 gap-y-1 p-0 sm:grid-cols-2">
        {setupSteps.map((step) => (
          <Step key={step} step={step} isDone={data[step]} />
        ))}
      </ul>
      {data.project && <DemoAccount accountUuid={accountUuid} />}
    </section>
  )
}

/** Demo data is never mixed with real data: an account with projects sees it in one of its own. */
function DemoAccount({ accountUuid }: { accountUuid: string }) {
  const { state } = useSession()
  const { data } = useQuery(query(api.demo.progress, { params: { accountUuid } }))
  if (state.status !== 'member' || data?.state !== 'none') return null
  const { account } = state.user
  return (
    <p className="m-0 mt-3 text-soft">
      {account.operator && account.admin ? (
        <>
          {texts.ofOperator}{' '}
          <Link to={paths.settingsSection} params={{ section: 'accounts' }} className="text-accent underline">
            {texts.open}
          </Link>
        </>
      ) : (
        texts.ofOthers
      )}
    </p>
  )
}

const Step = ({ step, isDone }: { step: SetupStep; isDone: boolean }) => (
  <li className="flex items-center gap-2">
    <span
      role="img"
      aria-label={isDone ? messages.isDone : messages.isOpen}
      className={`grid size-4 shrink-0 place-items-center rounded-full border text-[10px] leading-none ${isDone ? 'border-current text-safe' : 'border-control text-transparent'}`}
    >
      ✓
    </span>
    <Link
      to={pageOf[step]}
      className={`hover:text-accent hover:underline ${isDone ? 'text-soft' : 'font-medium text-ink'}`}
    >
      {messages.steps[step]}
    </Link>
  </li>
)
