{{- define "assay.name" -}}
{{- .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- end -}}

{{- define "assay.labels" -}}
app.kubernetes.io/name: assay
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end -}}

{{- /* Takes a dict of root and role. */ -}}
{{- define "assay.selector" -}}
app.kubernetes.io/name: assay
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .role }}
{{- end -}}

{{- /* The pod of a role; takes a dict of root, role and resources. */ -}}
{{- define "assay.pod" -}}
{{- $values := .root.Values -}}
{{- $isSplit := eq $values.topology "split" -}}
metadata:
  labels:
    {{- include "assay.selector" . | nindent 4 }}
    {{- with $values.podLabels }}{{ toYaml . | nindent 4 }}{{ end }}
  {{- with $values.podAnnotations }}
  annotations: {{- toYaml . | nindent 4 }}
  {{- end }}
spec:
  serviceAccountName: {{ $values.serviceAccountName }}
  automountServiceAccountToken: false
  enableServiceLinks: false
  terminationGracePeriodSeconds: {{ $values.terminationGracePeriodSeconds }}
  {{- with $values.imagePullSecrets }}
  imagePullSecrets: {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with $values.podSecurityContext }}
  securityContext: {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with $values.nodeSelector }}
  nodeSelector: {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with $values.tolerations }}
  tolerations: {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with $values.affinity }}
  affinity: {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with $values.topologySpreadConstraints }}
  topologySpreadConstraints: {{- toYaml . | nindent 4 }}
  {{- end }}
  containers:
    - name: assay
      image: "{{ $values.image.repository }}:{{ $values.image.tag | default .root.Chart.AppVersion }}"
      imagePullPolicy: {{ $values.image.pullPolicy }}
      {{- with $values.securityContext }}
      securityContext: {{- toYaml . | nindent 8 }}
      {{- end }}
      resources: {{- toYaml .resources | nindent 8 }}
      ports:
        {{- if ne .role "worker" }}
        - { name: http, containerPort: 8800 }
        {{- end }}
        {{- if or $values.metrics.enabled (eq .role "worker") }}
        - { name: metrics, containerPort: {{ $values.metrics.port }} }
        {{- end }}
      env:
        {{- if $isSplit }}
        - { name: ASSAY_ROLES, value: {{ .role }} }
        - name: DATABASE_URL
          valueFrom: { secretKeyRef: { name: {{ required "database.existingSecret is required for split" $values.database.existingSecret }}, key: {{ $values.database.urlKey }} } }
        {{- with $values.database.directUrlKey }}
        - name: ASSAY_DIRECT_DATABASE_URL
          valueFrom: { secretKeyRef: { name: {{ $values.database.existingSecret }}, key: {{ . }} } }
        {{- end }}
        {{- with $values.database.readUrlKey }}
        - name: ASSAY_READ_DATABASE_URL
          valueFrom: { secretKeyRef: { name: {{ $values.database.existingSecret }}, key: {{ . }} } }
        {{- end }}
        {{- end }}
        {{- if ne .role "worker" }}
        - { name: ASSAY_DRAIN_SECONDS, value: {{ $values.drainSeconds | quote }} }
        {{- end }}
        {{- if or $isSplit $values.secretKey.existingSecret }}
        - name: ASSAY_SECRET_KEY
          valueFrom: { secretKeyRef: { name: {{ required "secretKey.existingSecret is required for split" $values.secretKey.existingSecret }}, key: {{ $values.secretKey.key }} } }
        {{- end }}
        {{- with $values.publicUrl }}
        - { name: ASSAY_PUBLIC_URL, value: {{ . | quote }} }
        {{- end }}
        {{- with $values.basePath }}
        - { name: ASSAY_BASE_PATH, value: {{ . | quote }} }
        {{- end }}
        {{- if or $values.metrics.enabled (eq .role "worker") }}
        - { name: ASSAY_METRICS_PORT, value: {{ $values.metrics.port | quote }} }
        {{- end }}
        {{- if $values.persistence.backupClaim }}
        - { name: ASSAY_BACKUP_TO, value: /backups }
        {{- end }}
        {{- if $values.caBundle.configMap }}
        - { name: NODE_EXTRA_CA_CERTS, value: /etc/assay-ca/{{ $values.caBundle.key }} }
        {{- end }}
        {{- range $name, $value := $values.settings }}
        - { name: {{ $name }}, value: {{ $value | quote }} }
        {{- end }}
      {{- with $values.settingsFrom }}
      envFrom:
        {{- range . }}
        - secretRef: { name: {{ . }} }
        {{- end }}
      {{- end }}
      {{- $live := ternary "metrics" "http" (eq .role "worker") }}
      startupProbe: { httpGet: { path: /healthz, port: {{ $live }}, scheme: {{ $values.scheme }} }, periodSeconds: 5, failureThreshold: 360 }
      livenessProbe: { httpGet: { path: /healthz, port: {{ $live }}, scheme: {{ $values.scheme }} }, periodSeconds: 10, timeoutSeconds: 5, failureThreshold: 6 }
      {{- if ne .role "worker" }}
      readinessProbe: { httpGet: { path: /readyz, port: http, scheme: {{ $values.scheme }} }, periodSeconds: 5, timeoutSeconds: 5 }
      {{- end }}
      volumeMounts:
        - { name: data, mountPath: /data }
        - { name: tmp, mountPath: /tmp }
        {{- if $values.persistence.backupClaim }}
        - { name: backups, mountPath: /backups }
        {{- end }}
        {{- if $values.caBundle.configMap }}
        - { name: ca, mountPath: /etc/assay-ca, readOnly: true }
        {{- end }}
  volumes:
    - name: tmp
      emptyDir: {}
    {{- if $isSplit }}
    - name: data
      emptyDir: {}
    {{- end }}
    {{- with $values.persistence.backupClaim }}
    - name: backups
      persistentVolumeClaim: { claimName: {{ . }} }
    {{- end }}
    {{- with $values.caBundle.configMap }}
    - name: ca
      configMap: { name: {{ . }} }
    {{- end }}
{{- end -}}
