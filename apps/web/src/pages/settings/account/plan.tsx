import { accounts } from '@assay/contract/accounts.ts'
import { type catalogues, planNames } from '@assay/contract/catalogues.ts'
import type { Output } from '@assay/contract/endpoint.ts'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { useSession } from '../../../api/session.tsx'
import { account as texts } from '../../../texts/account.ts'
import { Badge } from '../../../ui/badge.tsx'
import { ActButton } from '../act-button.tsx'
import { Known } from '../known.tsx'
import { Part } from '../part.tsx'
import { useRefusal } from '../use-refusal.ts'
import { useUndoable } from '../use-undoable.ts'
import { useUser } from '../use-user.ts'

const words = texts.plan

export function Plan() {
  const { account } = useUser()
  const { reload } = useSession()
  const plans = useQuery(query(api.catalogues.plans, {}))
  const refusal = useRefusal()(accounts.setPlan)
  const { change, shown } = useUndoable(async (plan: string) => {
    const name = planNames.find((each) => each === plan)
    if (name === undefined) return
    await api.accounts.setPlan({ params: { accountUuid: account.uuid }, query: { name } })
    await reload()
  })
  const current = shown(account.plan)
  return (
    <Part title={words.title} lead={words.lead}>
      <Known query={plans}>
        {(list) => (
          <ul className="m-0 grid list-none gap-4 p-0 sm:grid-cols-3">
            {list.map((plan) => (
              <PlanCard
                key={plan.name}
                {...plan}
                isCurrent={plan.name === current}
                refusal={refusal}
                onChoose={() => change(current, plan.name, words.changed(titleOf(plan.name)))}
              />
            ))}
          </ul>
        )}
      </Known>
    </Part>
  )
}

const titleOf = (name: string) => words.names[name] ?? name

interface CardProps {
  name: string
  description: string
  isCurrent: boolean
  refusal: string | null
  onChoose: () => void
}

const PlanCard = ({ name, description, isCurrent, refusal, onChoose }: CardProps) => (
  <li
    className={`grid content-start justify-items-start gap-2 rounded-card border p-4 ${isCurrent ? 'border-accent' : 'border-line'}`}
  >
    <Illustration name={name} />
    <div>
      <h3 className="m-0 text-sm font-semibold">{titleOf(name)}</h3>
      <p className="m-0 text-soft">{description}</p>
    </div>
    <div className="flex h-8 items-center">
      {isCurrent ? (
        <Badge look="good">{words.current}</Badge>
      ) : (
        <ActButton label={words.chooseOf(titleOf(name))} refusal={refusal} onPress={onChoose}>
          {words.choose}
        </ActButton>
      )}
    </div>
  </li>
)

function Illustration({ name }: { name: string }) {
  const drawing = useQuery({
    ...query(api.catalogues.planIllustration, { params: { name } }),
    staleTime: Infinity,
  })
  return <Drawing {...(drawing.data ?? { viewBox: '0 0 96 64', paths: [] })} />
}

/** Only beside the plan's name, so nothing is lost to who does not see it. */
const Drawing = ({
  viewBox,
  paths,
}: Pick<Output<typeof catalogues.planIllustration>, 'viewBox' | 'paths'>) => (
  <svg aria-hidden viewBox={viewBox} className="h-12 fill-track stroke-accent" strokeWidth="1.5">
    {paths.map((path) => (
      <path key={path} d={path} />
    ))}
  </svg>
)
