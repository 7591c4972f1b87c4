import { jira as calls } from '@assay/contract/jira.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { jiraProjects as messages } from '../../../messages/jira-projects.ts'
import { SelectField } from '../../../ui/select-field.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { Fields } from '../../../widgets/forms/fields.tsx'
import { Form } from '../../../widgets/forms/form.tsx'
import { SettingsQuery } from '../settings-query.tsx'
import { useSaving } from '../use-mutation-with-toast.ts'
import { useDenialReason } from '../use-denial-reason.ts'
import { useSavedNotice } from '../use-saved-notice.tsx'
import { useUser } from '../use-user.ts'
import { missingFields, type JiraField, jiraValue, shownValue } from './jira-fields-model.ts'
import { ProjectChoice } from './project-choice.tsx'

type Config = Awaited<ReturnType<typeof api.jira.projectConfig>>

/** The Jira project for issues of one project, and the fields that Jira requires. */
export function JiraProjects() {
  const [isOpen, setOpen] = useState(false)
  const [projectUuid, setProject] = useState('')
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="cursor-pointer font-medium">{messages.title}</summary>
      {isOpen && (
        <div className="mt-3 grid max-w-xl grid-cols-[minmax(0,1fr)] gap-4">
          <ProjectChoice value={projectUuid} onChange={setProject} />
          {projectUuid !== '' && <ProjectSettings key={projectUuid} projectUuid={projectUuid} />}
        </div>
      )}
    </details>
  )
}

function ProjectSettings({ projectUuid }: { projectUuid: string }) {
  const params = { accountUuid: useUser().account.uuid, projectUuid }
  const configQuery = useQuery(query(api.jira.projectConfig, { params }))
  return (
    <SettingsQuery query={configQuery}>
      {(config) => <ProjectForm params={params} config={config} />}
    </SettingsQuery>
  )
}

interface FormProps {
  params: { accountUuid: string; projectUuid: string }
  config: Config
}

function ProjectForm({ params, config }: FormProps) {
  const [jiraProject, setJiraProject] = useState(config.jiraProject)
  const [issueTypeId, setIssueType] = useState(config.issueTypeId)
  const [createsByRule, setCreates] = useState(config.createsByRule)
  const { savedNotice, showSaved } = useSavedNotice()
  const denialReason = useDenialReason()(calls.saveProjectConfig)
  const save = useSaving((body: Parameters<typeof api.jira.saveProjectConfig>[0]['body']) =>
    api.jira.saveProjectConfig({ params, body }),
  )
  const account = { accountUuid: params.accountUuid }
  const projects = useQuery(query(api.jira.jiraProjects, { params: account, query: {} })).data ?? []
  const key = jiraProject || config.effective.jiraProject
  const meta = useQuery({
    ...query(api.jira.issueMeta, { params: { ...account, key } }),
    enabled: key !== '',
  })
  const fields = missingFields(meta.data, issueTypeId || config.effective.issueTypeId)
  const stored = new Map(Object.entries(config.fields))
  const schema = z.object(Object.fromEntries(fields.map(({ id }) => [id, z.string()])))
  return (
    <Form
      schema={schema}
      submit={messages.save}
      keepsValues
      denialReason={denialReason}
      aside={savedNotice}
      action={async (texts) => {
        const own = { ...config.fields, ...filledFields(fields, new Map(Object.entries(texts))) }
        await save({ jiraProject, issueTypeId, createsByRule, fields: own })
        showSaved(messages.saved)
      }}
    >
      {(errors) => (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <SelectField
            label={messages.jiraProject}
            value={jiraProject}
            options={[
              { value: '', label: messages.ofAccount(config.effective.jiraProject) },
              ...projects.map((each) => ({ value: each.key, label: `${each.key} · ${each.name}` })),
            ]}
            onChange={(value) => {
              setJiraProject(value)
              setIssueType('')
            }}
          />
          <IssueType value={issueTypeId} types={meta.data?.issueTypes ?? []} onChange={setIssueType} />
          <Fields
            schema={schema}
            fields={Object.fromEntries(fields.map((each) => [each.id, fieldOf(each)]))}
            values={Object.fromEntries(fields.map(({ id }) => [id, shownValue(stored.get(id))]))}
            errors={errors}
          />
          <Switch {...messages.createsByRule} isOn={createsByRule} onChange={setCreates} />
        </div>
      )}
    </Form>
  )
}

/** The fields with a value, in Jira's format. */
const filledFields = (fields: readonly JiraField[], texts: ReadonlyMap<string, string>) =>
  Object.fromEntries(
    fields.flatMap((each) => {
      const text = texts.get(each.id) ?? ''
      return text === '' ? [] : [[each.id, jiraValue(each, text)] as const]
    }),
  )

interface IssueTypeProps {
  value: string
  types: readonly { id: string; name: string }[]
  onChange: (id: string) => void
}

const IssueType = ({ value, types, onChange }: IssueTypeProps) => (
  <SelectField
    label={messages.issueType}
    value={value}
    options={[
      { value: '', label: messages.usualType },
      ...types.map(({ id, name }) => ({ value: id, label: name })),
    ]}
    onChange={onChange}
  />
)

const hintOf = ({ type, neededFor }: JiraField) =>
  type === 'array'
    ? `${messages.requiredFor[neededFor]} ${messages.listHint}`
    : messages.requiredFor[neededFor]

const fieldOf = (field: JiraField) => ({
  label: field.name,
  hint: hintOf(field),
  ...(field.allowedValues.length > 0 && {
    options: [
      { value: '', label: messages.choose },
      ...field.allowedValues.map(({ id, name }) => ({ value: id, label: name })),
    ],
  }),
})
