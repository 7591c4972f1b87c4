import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { domains } from '@assay/engine/vocabulary.ts'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { policyRules } from '../../../messages/policy-rules.ts'
import { paths } from '../../../paths.ts'
import { Section } from '../section.tsx'
import { useUser } from '../use-user.ts'
import { Policies } from './policies.tsx'
import { PolicyRules } from './policy-rules.tsx'

const messages = policyRules.minimums

/** Everything that decides the outcome of a scan: rules, minimum scores and license policies. */
export const AllPolicies = () => (
  <>
    <PolicyRules />
    <MinimumScores />
    <Policies />
  </>
)

function MinimumScores() {
  const params = { accountUuid: useUser().account.uuid }
  const { data } = useQuery(query(api.accounts.configuration, { params, query: {} }))
  return (
    <Section
      title={messages.title}
      lead={messages.lead}
      actions={
        <Link to={paths.settingsSection} params={{ section: 'account' }}>
          {messages.change}
        </Link>
      }
    >
      {data && (
        <dl className="m-0 flex flex-wrap gap-x-8 gap-y-2">
          {domains.map((domain) => (
            <div key={domain}>
              <dt className="text-xs text-soft">{messages.scores[domain]}</dt>
              <dd className="m-0 text-lg font-semibold">{data.minimumScores[domain]}</dd>
            </div>
          ))}
        </dl>
      )}
    </Section>
  )
}
