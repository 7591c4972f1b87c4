import { policies as licensePolicies } from '@assay/contract/policies.ts'
import { accounts } from '@assay/contract/accounts.ts'
import { type PolicyRule, rules } from '@assay/contract/rules.ts'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { policyRules as messages } from '../../../messages/policy-rules.ts'
import { rules as licenseTexts } from '../../../messages/rules.ts'
import { formatNumber } from '../../../language/format.ts'
import { When } from '../../../ui/when.tsx'
import { DialogButton } from '../action-button.tsx'
import { ConfigurationRadios } from '../account/configuration-radios.tsx'
import { useConfiguration } from '../account/use-configuration.ts'
import { ResourceSection } from '../resource-section.tsx'
import { useDenialReason } from '../use-denial-reason.ts'
import { useUser } from '../use-user.ts'
import { EditMinimums } from './edit-minimums.tsx'
import { EditPolicy } from './edit-policy.tsx'
import { EditRule } from './edit-rule.tsx'
import { PolicyRow } from './policy-row.tsx'
import { useRemovePolicy, withDefaults } from './policy-actions.ts'

const repositoryModes = ['stricter', 'loosen'] as const

const { name, effect, reach, hits } = messages.columns
const columns = [name, effect, reach, hits].map((title) => ({ title }))

/** Everything that decides the outcome of a scan: conditions, license policies and minimum scores. */
export function Policies() {
  const params = { accountUuid: useUser().account.uuid }
  const denialReasonOf = useDenialReason()
  const listed = useQuery(query(api.rules.list, { params }))
  const { known } = useConfiguration()
  const remove = useRemovePolicy()
  const data = listed.data && withDefaults(listed.data, known.data)
  return (
    <>
      <ResourceSection
        title={messages.title}
        lead={messages.lead}
        more={
          <>
            <DialogButton
              denialReason={denialReasonOf(licensePolicies.create)}
              renderDialog={(onClose) => <EditPolicy policy={null} onClose={onClose} />}
            >
              {licenseTexts.policies.add}
            </DialogButton>
            <DialogButton
              denialReason={denialReasonOf(accounts.configure)}
              renderDialog={(onClose) => <EditMinimums rule={null} onClose={onClose} />}
            >
              {messages.minimums.add}
            </DialogButton>
          </>
        }
        add={{
          label: messages.add,
          denialReason: denialReasonOf(rules.create),
          isPrimary: true,
          renderDialog: (onClose) => <EditRule rule={null} onClose={onClose} />,
        }}
        above={<LastEvaluation />}
        query={{ ...listed, data }}
        columns={columns}
        none={messages.none}
      >
        {(rule) => (
          <PolicyRow
            key={rule.uuid}
            rule={rule}
            renderEdit={(onClose) => <EditAny rule={rule} onClose={onClose} />}
            remove={() => remove(rule)}
          />
        )}
      </ResourceSection>
      <ConfigurationRadios
        messages={messages.repository}
        values={repositoryModes}
        options={messages.repository.modes}
        valueOf={({ repositoryMayLoosen }) => (repositoryMayLoosen ? 'loosen' : 'stricter')}
        changeOf={(mode) => ({ repositoryMayLoosen: mode === 'loosen' })}
      />
    </>
  )
}

const pollMs = { busy: 1_000, idle: 5_000 }

/** Where the evaluation of stored results with changed rules stands. Meanwhile, hits change. */
function LastEvaluation() {
  const params = { accountUuid: useUser().account.uuid }
  const { data } = useQuery({
    ...query(api.rules.evaluation, { params }),
    refetchInterval: ({ state }) => (state.data?.state === 'idle' ? pollMs.idle : pollMs.busy),
  })
  const texts = messages.evaluation
  if (!data || (data.state === 'idle' && data.finishedAt === null)) return null
  const { state, evaluated, rescanned, total, finishedAt } = data
  return (
    <p role="status" className="m-0 px-4 py-2 text-sm text-soft">
      {state === 'waiting' && texts.waiting}
      {state === 'running' && texts.running(formatNumber(evaluated), formatNumber(total))}
      {state === 'idle' && (
        <>
          {texts.evaluated(evaluated)}, {texts.rescanned(rescanned)}
          <When epochMs={finishedAt} />
        </>
      )}
    </p>
  )
}

interface EditProps {
  rule: PolicyRule
  onClose: () => void
}

function EditAny({ rule, onClose }: EditProps) {
  if (rule.minimums) return <EditMinimums rule={rule} onClose={onClose} />
  if (!rule.licenses) return <EditRule rule={rule} onClose={onClose} />
  const policy = { ...rule, ...rule.licenses, active: rule.mode !== 'off' }
  return <EditPolicy policy={policy} onClose={onClose} />
}
