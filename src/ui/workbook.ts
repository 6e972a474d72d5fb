// What the browser and the server write alike; loaded when a workbook is wanted.
export { type Sheet, type SheetCell, workbookFile } from '#domain/files/workbook-file.ts';
