import type { StudentFile } from '#contract/student.ts';
import { dueReviews, dueWords } from '#domain/students/iep-reviews.ts';
import { SEX_LABELS } from '#domain/students/student-file.ts';
import { displayDay } from '#domain/time/pacific.ts';
import { fieldLabel } from '#entities/words/words.ts';
import { useToday } from '#screens/device/today.ts';
import { Badge } from '#ui/badge.tsx';
import { Card, CardContent, CardHeader, CardTitle } from '#ui/card.tsx';
import { Fact, FactList } from '#ui/facts.tsx';

/** What the office keeps about a student: IEP, consents, the district's number, insurance. */
export function OfficeFacts({ file, showsInsurance }: { file: StudentFile; showsInsurance: boolean }) {
  return (
    <Card>
      <CardHeader>
        <CardTitle>IEP and district</CardTitle>
      </CardHeader>
      <CardContent>
        <FactList>
          <IepFacts student={file} />
          <Fact name={fieldLabel('student_account', 'case_manager')}>{file.case_manager || 'None'}</Fact>
          <Fact name={fieldLabel('student_account', 'has_esy')}>{file.has_esy ? 'Yes' : 'No'}</Fact>
          <Fact name={fieldLabel('student_account', 'consent_date')}>{dayOrNone(file.consent_date)}</Fact>
          <Fact name={fieldLabel('student_account', 'release_date')}>{dayOrNone(file.release_date)}</Fact>
          <Fact name={fieldLabel('student_account', 'district_student_id')}>
            {file.district_student_id || 'None'}
          </Fact>
          {showsInsurance && (
            <>
              <Fact name={fieldLabel('student_account', 'payer')}>{file.payer || 'None'}</Fact>
              {file.member_id !== '' && (
                <Fact name={fieldLabel('student_account', 'member_id')}>{file.member_id}</Fact>
              )}
              {file.sex !== '' && (
                <Fact name={fieldLabel('student_account', 'sex')}>{SEX_LABELS[file.sex]}</Fact>
              )}
              {file.street !== '' && <Fact name="Home address">{homeAddress(file)}</Fact>}
            </>
          )}
        </FactList>
      </CardContent>
    </Card>
  );
}

/** The dates of the next IEP reviews, with a warning ahead. */
function IepFacts({ student }: { student: StudentFile }) {
  const due = dueReviews(student, useToday());
  return (['annual', 'triennial'] as const).map((kind) => {
    const field = `iep_${kind}_date` as const;
    const review = due.find((one) => one.kind === kind);
    return (
      <Fact key={kind} name={fieldLabel('student', field)}>
        {dayOrNone(student[field] ?? null)}
        {review !== undefined && (
          <Badge variant={review.days < 0 ? 'destructive' : 'warning'} className="ml-2 whitespace-normal">
            {dueWords(review)}
          </Badge>
        )}
      </Fact>
    );
  });
}

function dayOrNone(day: string | null): string {
  return day === null ? 'Not entered' : displayDay(day);
}

/** "12 Oak Street, Fresno, CA 93701" */
function homeAddress({ street, city, state, zip }: StudentFile): string {
  return [street, city, `${state} ${zip}`.trim()].filter((part) => part !== '').join(', ');
}
