import {
  FieldError,
  Input,
  Label,
  TextField as AriaTextField,
  type TextFieldProps,
} from 'react-aria-components'

interface Props extends Omit<TextFieldProps, 'className' | 'style' | 'children'> {
  label: string
}

export function TextField({ label, ...props }: Props) {
  return (
    <AriaTextField {...props} className="grid gap-1">
      <Label className="text-xs font-medium text-soft">{label}</Label>
      <Input className="h-9 rounded-md border border-control bg-raised px-3 text-base text-ink data-[invalid]:border-danger" />
      <FieldError className="text-xs text-danger" />
    </AriaTextField>
  )
}
