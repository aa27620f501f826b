export const scannerTexts = {
  title: 'Scan a barcode',
  description: 'Hold the bars in front of the camera.',
  view: 'What the camera sees',
  close: 'Close',
  open: 'Scan with the camera',
  refused: 'The browser does not let this page use the camera. Allow it beside the address, then try again.',
  'no-camera': 'No camera was found. Type the digits under the bars.',
  reload: 'Reload this page to use the camera.',
  reloadNow: 'Reload',
} as const
