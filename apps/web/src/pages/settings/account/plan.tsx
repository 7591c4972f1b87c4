import { accounts } from '@assay/contract/accounts.ts'
import { type referenceData, planNames } from '@assay/contract/reference-data.ts'
import type { Output } from '@assay/contract/endpoint.ts'
import { ownProperty } from '@assay/engine/own-property.ts'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { useSession } from '../../../api/session.tsx'
import { account as texts } from '../../../messages/account.ts'
import { Badge } from '../../../ui/badge.tsx'
import { ActionButton } from '../action-button.tsx'
import { SettingsQuery } from '../settings-query.tsx'
import { Section } from '../section.tsx'
import { useDenialReason } from '../use-denial-reason.ts'
import { useUndoable } from '../use-undoable.ts'
import { useUser } from '../use-user.ts'

const messages = texts.plan

export function Plan() {
  const { account } = useUser()
  const { reload } = useSession()
  const plans = useQuery(query(api.referenceData.plans, {}))
  const denialReason = useDenialReason()(accounts.setPlan)
  const { change, shown } = useUndoable(async (plan: string) => {
    const name = planNames.find((each) => each === plan)
    if (name === undefined) return
    await api.accounts.setPlan({ params: { accountUuid: account.uuid }, query: { name } })
    await reload()
  })
  const current = shown(account.plan)
  return (
    <Section title={messages.title} lead={messages.lead}>
      <SettingsQuery query={plans}>
        {(list) => (
          <ul className="m-0 grid list-none gap-4 p-0 sm:grid-cols-3">
            {list.map((plan) => (
              <PlanCard
                key={plan.name}
                {...plan}
                isCurrent={plan.name === current}
                denialReason={denialReason}
                onChoose={() => change(current, plan.name, messages.changed(titleOf(plan.name)))}
              />
            ))}
          </ul>
        )}
      </SettingsQuery>
    </Section>
  )
}

const titleOf = (name: string) => ownProperty(messages.names, name) ?? name

interface CardProps {
  name: string
  description: string
  isCurrent: boolean
  denialReason: string | null
  onChoose: () => void
}

const PlanCard = ({ name, description, isCurrent, denialReason, onChoose }: CardProps) => (
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
        <Badge variant="good">{messages.current}</Badge>
      ) : (
        <ActionButton label={messages.chooseOf(titleOf(name))} denialReason={denialReason} onPress={onChoose}>
          {messages.choose}
        </ActionButton>
      )}
    </div>
  </li>
)

function Illustration({ name }: { name: string }) {
  const drawing = useQuery({
    ...query(api.referenceData.planIllustration, { params: { name } }),
    staleTime: Infinity,
  })
  return <Drawing {...(drawing.data ?? { viewBox: '0 0 96 64', paths: [] })} />
}

/** Decorative, next to the plan's name. */
const Drawing = ({
  viewBox,
  paths,
}: Pick<Output<typeof referenceData.planIllustration>, 'viewBox' | 'paths'>) => (
  <svg aria-hidden viewBox={viewBox} className="h-12 fill-track stroke-accent" strokeWidth="1.5">
    {paths.map((path) => (
      <path key={path} d={path} />
    ))}
  </svg>
)
