import { type SignOn, sso } from '@assay/contract/sso.ts'
import { type Role, roles } from '@assay/contract/permissions.ts'
import { z } from 'zod'
import { api } from '../../../api/client.ts'
import { Form } from '../../../widgets/forms/form.tsx'
import { signOn } from '../../../messages/sign-on.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { Copied } from '../copied.tsx'
import { Section } from '../section.tsx'
import { useMutationWithToast, useSaving } from '../use-mutation-with-toast.ts'
import { useUser } from '../use-user.ts'

const messages = signOn.domains
type Domain = SignOn['domains'][number]
type GivenRole = Exclude<Role, 'Administrator'>

// The fields accepted by the endpoint.
const schema = z.object({ domain: sso.setDomains.body.shape.domains.unwrap().element })
const isGiven = (role: Role): role is GivenRole => role !== 'Administrator'

/** Domains whose users can join automatically once verified. */
export function Domains({ domains, role }: Pick<SignOn, 'domains' | 'role'>) {
  const params = { accountUuid: useUser().account.uuid }
  const selectedRole: GivenRole = isGiven(role) ? role : 'Viewer'
  const names = domains.map(({ domain }) => domain)
  // Sends only the changed field, since another change may be in progress.
  const put = (body: { domains?: string[]; role?: GivenRole }) => api.sso.setDomains({ params, body })
  const save = useSaving(put)
  const change = useMutationWithToast(put)
  return (
    <Section title={messages.title} lead={messages.lead}>
      <div className="grid gap-6">
        {domains.length > 0 && (
          <ul aria-label={messages.title} className="m-0 grid list-none gap-4 p-0">
            {domains.map((domain) => (
              <DomainRow
                key={domain.domain}
                {...domain}
                onRemove={() => change.mutate({ domains: names.filter((name) => name !== domain.domain) })}
              />
            ))}
          </ul>
        )}
        <div className="grid max-w-sm gap-4">
          <SelectField
            label={messages.role}
            value={(change.isPending && change.variables.role) || selectedRole}
            options={roles.filter(isGiven).map((value) => ({ value, label: value }))}
            onChange={(value) =>
              change.mutate({
                role: roles.filter(isGiven).find((each) => each === value) ?? selectedRole,
              })
            }
          />
          <Form
            schema={schema}
            submit={messages.add}
            action={({ domain }) => save({ domains: [...names, domain] })}
          >
            {({ domain }) => (
              <TextField
                label={messages.domain}
                name="domain"
                placeholder="example.org"
                autoComplete="off"
                error={domain}
                isRequired
              />
            )}
          </Form>
        </div>
      </div>
    </Section>
  )
}

function DomainRow({ domain, state, record, onRemove }: Domain & { onRemove: () => void }) {
  const params = { accountUuid: useUser().account.uuid, domain }
  const verify = useMutationWithToast(() => api.sso.verifyDomain({ params }))
  const { label, variant, hint } = messages.states[state]
  const canBeShown = state === 'unverified' || state === 'trusted'
  return (
    <li className="grid gap-3 rounded-md border border-line p-3">
      <div className="flex flex-wrap items-center gap-2">
        <span className="font-medium [overflow-wrap:anywhere]">{domain}</span>
        <Badge variant={variant}>{label}</Badge>
        <span className="ml-auto flex gap-2">
          {canBeShown && (
            <Button
              aria-label={messages.verifyOf(domain)}
              aria-busy={verify.isPending}
              onPress={() => verify.isPending || verify.mutate(undefined)}
            >
              {messages.verify}
            </Button>
          )}
          <Button variant="quiet" aria-label={messages.removeOf(domain)} onPress={onRemove}>
            {messages.remove}
          </Button>
        </span>
      </div>
      <p className="m-0 max-w-prose text-soft">{hint}</p>
      {canBeShown && (
        <Copied
          values={[
            [messages.recordName(domain), record.name],
            [messages.recordValue, record.value],
          ]}
        />
      )}
    </li>
  )
}
