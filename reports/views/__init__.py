from reports.views.printing import print_ask, print_by_hand, print_page
from reports.views.reports import report_again, report_ask, reports

__all__ = ["print_ask", "print_by_hand", "print_page", "report_again", "report_ask", "reports"]
